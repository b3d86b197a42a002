import { expect, test } from 'vitest'
import examples from '@/lib/human-text-examples.json'
import { lineOf, paragraphsOf, whyRefused } from '@/lib/text/human-text'
import { countCharacters, initialsOf } from '@/lib/person/initials'

test.each(examples)('$what', ({ text, line, paragraphs, refusal, count, initials }) => {
  expect(whyRefused(text) ?? '').toBe(refusal)
  if (refusal === '') expect([lineOf(text), paragraphsOf(text)]).toEqual([line, paragraphs])
  if (count !== undefined) expect(countCharacters(text)).toBe(count)
  if (initials !== undefined) expect(initialsOf(text)).toBe(initials)
})
