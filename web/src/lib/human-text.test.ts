import { expect, test } from 'vitest'
import examples from '@/lib/human-text-examples.json'
import { countCharacters, initialsOf, lineOf, paragraphsOf, whyRefused } from '@/lib/human-text'

test.each(examples)('$what', ({ text, line, paragraphs, refusal, count, initials }) => {
  expect(whyRefused(text) ?? '').toBe(refusal)
  if (refusal === '') expect([lineOf(text), paragraphsOf(text)]).toEqual([line, paragraphs])
  if (count !== undefined) expect(countCharacters(text)).toBe(count)
  if (initials !== undefined) expect(initialsOf(text)).toBe(initials)
})
