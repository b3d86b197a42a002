// Separate from human-text.ts, whose character classes are too large for every page.

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
