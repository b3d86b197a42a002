// Texts that would run as scripts, add headers or become formulas wherever a
// text is taken for something else. What runs calls window.__xss.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export const PAYLOADS = JSON.parse(readFileSync(resolve(import.meta.dirname, 'payloads.json'), 'utf8')) as string[]

/** As many of the payloads as fit, from the one given on, and where the next begin. */
export function stuffed(characters: number, from = 0): { text: string; next: number } {
  let text = ''
  let next = from
  for (let count = 0; count < PAYLOADS.length; count++) {
    const more = PAYLOADS[next % PAYLOADS.length] ?? ''
    if (text.length + more.length + 1 > characters) break
    text = text === '' ? more : `${text} ${more}`
    next += 1
  }
  return { text, next }
}
