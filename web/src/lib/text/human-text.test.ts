import { expect, test } from 'vitest'
import examples from '@/lib/human-text-examples.json'
import { lineOf, paragraphsOf, whyRefused, plainFileName, withPlainName } from './human-text'
import { countCharacters, initialsOf } from '@/lib/person/person'

test.each(examples)('$what', ({ text, line, paragraphs, refusal, count, initials }) => {
  expect(whyRefused(text) ?? '').toBe(refusal)
  if (refusal === '') expect([lineOf(text), paragraphsOf(text)]).toEqual([line, paragraphs])
  if (count !== undefined) expect(countCharacters(text)).toBe(count)
  if (initials !== undefined) expect(initialsOf(text)).toBe(initials)
})

test.each([
  ['Lista de I/O (rev. 2).pdf', 'Lista de I/O (rev. 2).pdf'],
  ['foto\u202egnp.exe', 'fotognp.exe'],
  ['\u2066a\u2069\u200f\u061c.csv\r\n', 'a.csv'],
  [' ação nº1.pdf ', 'ação nº1.pdf'],
  ['漢字 🦾.zip', '漢字 🦾.zip'],
])('%j reads %j', (name, plain) => {
  expect(plainFileName(name)).toBe(plain)
})

test('a chosen file keeps its bytes and type under a name that reads as it is', async () => {
  const renamed = withPlainName(new File(['abc'], 'foto\u202egnp.exe', { type: 'image/png' }))
  expect([renamed.name, renamed.type, await renamed.text()]).toEqual(['fotognp.exe', 'image/png', 'abc'])
  const plain = new File(['abc'], 'a.pdf')
  expect(withPlainName(plain)).toBe(plain)
  expect(withPlainName(new File([], '\u202e')).name).toBe('arquivo')
})
