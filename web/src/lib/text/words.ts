/** As many letters as the readable part of an address holds. */
const WORDS_MAX = 60

/** A text as an address can hold it; the server's internal/route makes the same of it. */
export function wordsOf(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  let kept = ''
  for (const word of plain.split(/[^a-z0-9]+/).filter((part) => part !== '')) {
    if (kept.length + 1 + word.length > WORDS_MAX) break
    kept += `${word}-`
  }
  return kept.replace(/-$/, '')
}

/** The key of a page about something: its id, with words before it that may change. */
export function readableKey(id: string, name?: string): string {
  const words = wordsOf(name ?? '')
  return words === '' ? id : `${words}-${id}`
}

/** The id in a key of an address, whatever words stand before it. */
export function idOf(key: string | undefined): string {
  return key === undefined
    ? ''
    : (/(?:^|-)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(key)?.[1] ?? key)
}
