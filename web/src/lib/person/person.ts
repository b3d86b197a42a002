/** The greeting on the dashboard. */
export function greetingOf({
  name,
  role,
  is_party,
}: {
  name: string
  role: string
  is_party: boolean
}): string {
  return `Olá, ${addressed(name, role === 'company' && is_party)}`
}

/** A person's first name, or the whole name of a company. */
export function addressed(name: string, isCompany: boolean): string {
  const whole = name.trim()
  return isCompany ? whole : (whole.split(/\s+/)[0] ?? whole)
}

/** The line under a person's name: the headline, else the title, else nothing. */
export function subtitleOf(profile: { headline: string; title: string } | null | undefined): string {
  if (!profile) return ''
  return profile.headline === '' ? profile.title : profile.headline
}

type Standing = { status: string; removed_at: string | null }

/**
 * Whether a person is blocked, and so neither reads nor answers. A person who left is blocked too, but
 * does not count here.
 */
export function isBlocked(person: Standing | null | undefined): boolean {
  return person?.status === 'blocked' && person.removed_at === null
}

/** Whether a person reads what is written to them; true while nothing is known. */
export function isActive(person: Standing | null | undefined): boolean {
  return person === undefined || person === null || person.status === 'active'
}

// Here and not in human-text.ts, whose character classes are too large for every page.
/** The number of visible characters: a flag, a joined emoji and an accented letter count as one each. */
export function countCharacters(text: string): number {
  return charactersOf(text).length
}

const LINKING = /^(d[aeo]s?|e)$/iu

/** The first letters of the first and the last name: Marina Alves is MA, (Novo) Cliente NC. */
export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/)
    .filter((word) => !LINKING.test(word))
    .map((word) => charactersOf(word).filter(isLetter))
    .filter((letters) => letters.length > 0)
  const [first = [], last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return (last === undefined ? first.slice(0, 2) : [first[0], last[0]]).join('').toUpperCase()
}

/** The first two letters of a name: Serra Azul is SE, (Novo) Cliente NO. */
export function firstLettersOf(name: string): string {
  return charactersOf(name).filter(isLetter).slice(0, 2).join('').toUpperCase()
}

function isLetter(character: string): boolean {
  return /^[\p{L}\p{N}\p{So}]/u.test(character)
}

// Browsers from before 2024 lack Segmenter; a joined emoji counts as several characters there.
function charactersOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return Array.from(text)
  return Array.from(new Intl.Segmenter('pt-BR').segment(text), ({ segment }) => segment)
}

/** Whether an avatar is drawn as a company or as a person: the members of a company are persons. */
export function kindOf(
  profile: { role: string; is_party?: boolean } | null | undefined,
): 'person' | 'company' {
  return profile?.role === 'company' && profile.is_party !== false ? 'company' : 'person'
}
