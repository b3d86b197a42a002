import { expect, test, vi } from 'vitest'
import { REFUSALS } from '@/api/codes'
import { ApiError, errorSentence, toApiError } from '@/api/errors'

test.each([
  [
    { code: 'invalid_credentials', status: 400 },
    'E-mail ou senha incorretos. Por favor, verifique suas credenciais.',
  ],
  [{ code: 'user_already_exists', status: 422 }, 'Este email já está cadastrado. Tente fazer login.'],
  [
    { code: '42501', message: 'permission denied for table accounts' },
    'Você não tem permissão para fazer isso.',
  ],
  [{ code: 'already_proposed' }, 'Você já enviou uma proposta para este projeto.'],
  [{ statusCode: '413', error: 'Payload too large', message: 'x' }, 'O arquivo é grande demais.'],
  [new TypeError('Failed to fetch'), 'Sem conexão com o servidor. Verifique sua internet e tente novamente.'],
  [{ code: 'XX000', status: 500 }, 'Algo deu errado do nosso lado. Tente novamente.'],
  ['what?', 'Ocorreu um erro inesperado. Tente novamente.'],
])('%o is said in Portuguese', (cause, sentence) => expect(errorSentence(cause)).toBe(sentence))

test('a failed fetch of the data client is a lost connection', () => {
  expect(toApiError({ code: '', message: 'TypeError: Failed to fetch' }, 0).code).toBe('offline')
})

test.each([
  [{ code: 'PT401', message: 'Session ended', hint: 'session_not_found' }, 'session_not_found', true],
  [{ code: 'PT401', message: 'Session ended' }, 'session_ended', true],
  [{ code: 'PT401', message: 'User is banned', hint: 'user_banned' }, 'user_banned', true],
  [{ code: 'PGRST303', message: 'JWT expired' }, 'session_ended', true],
  [{ code: 'invalid_credentials' }, 'invalid_credentials', false],
])('%o ends the session: %s %s', (cause, code, ends) => {
  const error = toApiError(cause, 401)
  expect([error.code, error.endsSession]).toEqual([code, ends])
})

test('a blocked person who tries to sign in has no session to end', () => {
  expect(toApiError({ code: 'user_banned', status: 400 }).endsSession).toBe(false)
})

test('a limit is said with the number of this market', () => {
  const told = 'Você atingiu o limite de 3 projetos publicados em 24 horas. Tente novamente mais tarde.'
  expect(errorSentence({ code: 'too_many_projects', message: told })).toBe(told)
  expect(errorSentence({ code: 'already_proposed', message: 'said elsewhere' })).toBe(
    'Você já enviou uma proposta para este projeto.',
  )
})

test('an ApiError stays itself', () => {
  const error = new ApiError('offline', 0)
  expect(toApiError(error)).toBe(error)
})

test('a refused password says why', () => {
  const refused = (reasons: string[]) => errorSentence({ code: 'weak_password', status: 422, reasons })
  expect(refused(['length'])).toBe('Esta senha é curta demais. Escolha uma mais longa.')
  expect(refused(['pwned'])).toBe('Esta senha está entre as primeiras que alguém tentaria. Escolha outra.')
  expect(refused([])).toBe('Escolha uma senha mais forte: esta é curta demais ou muito comum.')
})

test('the first refusal brings the sentences along', async () => {
  vi.resetModules()
  const { learnSentences, errorSentence } = await import('@/api/errors')
  const refused = { code: 'already_proposed', status: 400 }
  expect(errorSentence(refused)).toBe('Um dos valores não foi aceito. Revise os campos.')
  await learnSentences()
  expect(errorSentence(refused)).toBe(REFUSALS.already_proposed)
})

test('what is said without them is said in the same words', () => {
  expect(errorSentence({ code: 'session_ended' })).toBe(REFUSALS.session_expired)
  expect(errorSentence({ code: 'already_exists' })).toBe(REFUSALS.KeyAlreadyExists)
  expect(errorSentence({ code: 'still_referenced' })).toBe(REFUSALS.ResourceNotEmpty)
})
