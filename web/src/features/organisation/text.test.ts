import { expect, test } from 'vitest'
import { roleSentence, whoMaySentence } from '@/features/organisation/text'

test.each([
  [
    'owner',
    'Vê tudo, publica projetos, aceita e recusa propostas, confere entregas, faz pagamentos e cuida da equipe e do perfil público.',
  ],
  ['buyer', 'Vê tudo, publica projetos, aceita e recusa propostas e confere entregas.'],
  ['engineer', 'Vê tudo, publica projetos e confere entregas.'],
  ['finance', 'Vê tudo e faz pagamentos.'],
  ['reader', 'Vê tudo, sem mudar nada.'],
] as const)('what the role %s of a company may do is one sentence', (role, sentence) => {
  expect(roleSentence(role, 'company')).toBe(sentence)
})

test('a firm of professionals does the same in its own words', () => {
  expect(roleSentence('buyer', 'professional')).toBe(
    'Vê tudo, cuida do portfólio, envia e retira propostas e entrega os trabalhos.',
  )
})

test('a role without the right names the roles to ask', () => {
  expect(whoMaySentence('manage', 'company')).toBe(
    'Só o papel Proprietário pode mudar a equipe e o perfil público.',
  )
  expect(whoMaySentence('pay', 'company')).toBe(
    'Só os papéis Proprietário e Financeiro podem fazer pagamentos.',
  )
})
