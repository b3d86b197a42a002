const WORDS_MAX = 12

/**
 * What people type, as a text-search query that also finds unfinished words:
 * `prog clp` becomes `'prog':* & 'clp':*`. Undefined when nothing is left.
 */
export function searchQuery(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}]+(?:[-/.][\p{L}\p{N}]+)*/gu)?.slice(0, WORDS_MAX) ?? []
  return words.length === 0 ? undefined : words.map((word) => `'${word}':*`).join(' & ')
}
