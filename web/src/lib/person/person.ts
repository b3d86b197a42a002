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
