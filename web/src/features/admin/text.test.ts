import { expect, test } from 'vitest'
import { inWords } from '@/features/admin/audit'
import { likePattern } from '@/features/admin/text'

test('a search is folded in the same way as the index', () => {
  expect(likePattern(' José ÇÃO ')).toBe('%jose cao%')
})

test('wildcards of LIKE are escaped', () => {
  expect(likePattern('100%_a\\b')).toBe('%100\\%\\_a\\\\b%')
})

test('details are shown in words', () => {
  expect(inWords({ status: 'upheld', decision: 'Perfil falso' })).toBe('Procede · Perfil falso')
  expect(inWords({ reason: 'O ajuste foi feito.', status: 'decided', professional_percent: 30 })).toBe(
    'O ajuste foi feito. · Decidida, cabe recurso · 30% para o profissional',
  )
  expect(inWords({ to: 'buyer', from: 'reader', person_id: 'd1c4' })).toBe('Comercial · Leitor')
  expect(inWords({})).toBe('')
})
