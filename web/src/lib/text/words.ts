/** The longest readable part of an address, in characters. */
const WORDS_MAX = 60

/** A text as a slug; internal/kernel/route on the server makes the same one. */
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

/** The key of a page in its address: the id behind readable words, which may change. */
export function readableKey(id: string, name?: string): string {
  const words = wordsOf(name ?? '')
  return words === '' ? id : `${words}-${id}`
}

/** The id in such a key, whatever words precede it. */
export function idOf(key: string | undefined): string {
  return key === undefined
    ? ''
    : (/(?:^|-)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(key)?.[1] ?? key)
}
