// Apart from human-text.ts, whose classes not every page has room for.

/** How many characters a reader sees: a flag, a joined emoji and a letter with its accents are one each. */
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

/** The first two letters of a name, as it begins: Serra Azul is SE, (Novo) Cliente NO. */
export function firstLettersOf(name: string): string {
  return charactersOf(name).filter(isLetter).slice(0, 2).join('').toUpperCase()
}

function isLetter(character: string): boolean {
  return /^[\p{L}\p{N}\p{So}]/u.test(character)
}

// Browsers of before 2024 have no Segmenter: to them a joined emoji is several characters.
function charactersOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return Array.from(text)
  return Array.from(new Intl.Segmenter('pt-BR').segment(text), ({ segment }) => segment)
}
