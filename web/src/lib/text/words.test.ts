import { expect, test } from 'vitest'
import { idOf, readableKey, wordsOf } from '@/lib/text/words'
import examples from '@/lib/words-examples.json'

const ID = '0198f0c0-0000-7000-8000-00000000000a'

test.each(examples)('writes %j as %j', (text = '', words = '') => {
  expect(wordsOf(text)).toBe(words)
})

test('finds the id whatever words stand before it', () => {
  expect(readableKey(ID, 'Retrofit de painel')).toBe(`retrofit-de-painel-${ID}`)
  expect(readableKey(ID, '漢字')).toBe(ID)
  for (const key of [ID, `retrofit-de-painel-${ID}`, `velho-nome-${ID}`]) expect(idOf(key)).toBe(ID)
  expect(idOf('retrofit')).toBe('retrofit')
  expect(idOf(undefined)).toBe('')
})
