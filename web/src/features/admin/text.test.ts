import { expect, test } from 'vitest'
import { inWords } from '@/features/admin/audit'
import { likePattern } from '@/features/admin/text'

test('a search is folded as the index is', () => {
  expect(likePattern(' José ÇÃO ')).toBe('%jose cao%')
})

test('signs of the pattern language are looked for as themselves', () => {
  expect(likePattern('100%_a\\b')).toBe('%100\\%\\_a\\\\b%')
})

test('details are told in words', () => {
  expect(inWords({ status: 'upheld', decision: 'Perfil falso' })).toBe('procede · Perfil falso')
  expect(inWords({})).toBe('')
})
