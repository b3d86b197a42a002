const WORDS_MAX = 12

/** The prefixes of our own numbers: projects and contracts. */
const TAG = /^(prj|ctr)$/i

/**
 * A typed text as a full-text query that also matches unfinished words: `prog clp` becomes `'prog':* &
 * 'clp':*`. The spelling of codes does not matter: `S7-300`, `s7 300` and `S7300` all match `s7300`.
 * Undefined when nothing is left.
 */
export function searchQuery(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}]+(?:[-/.][\p{L}\p{N}]+)*/gu)?.slice(0, WORDS_MAX) ?? []
  const asked: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const next = words[at + 1] ?? ''
    const isPair = /^[a-z]{1,5}\d{0,4}$/i.test(word) && /^\d/.test(next)
    asked.push(isPair ? pair(word, next) : single(word))
    if (isPair) at++
  }
  return asked.length === 0 ? undefined : asked.join(' & ')
}

function single(word: string): string {
  const tag = tagNumber(word)
  if (tag !== undefined) return `'${tag.prefix}${tag.number}'`
  const isCode = /^[a-z\d]+([-/.][a-z\d]+)+$/i.test(word) && /[a-z]/i.test(word) && /\d/.test(word)
  return `'${isCode ? bare(word) : word}':*`
}

/** Whether two words may form one code. */
function pair(word: string, next: string): string {
  const tag = tagNumber(`${word} ${next}`)
  if (tag !== undefined) return `'${tag.prefix}${tag.number}'`
  return `('${word}':* & '${next}':* | '${bare(word + next)}':*)`
}

function bare(code: string): string {
  return code.replace(/[^a-z\d]/gi, '').toLowerCase()
}

/** The number that `PRJ-0007`, `prj 7` and `Prj7` mean. */
export function tagNumber(text: string): { prefix: 'prj' | 'ctr'; number: number } | undefined {
  const [, letters = '', digits = ''] = /^\s*([a-z]{3})[-\s./]?(\d{1,9})\s*$/i.exec(text) ?? []
  if (!TAG.test(letters)) return undefined
  return { prefix: letters.toLowerCase() === 'prj' ? 'prj' : 'ctr', number: Number.parseInt(digits, 10) }
}
