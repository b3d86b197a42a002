import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { toApiError } from '@/api/errors'
import { usePasskeys } from '@/api/session/passkeys'
import { serve } from '@/api/test-server'
import { LoginForm } from '@/features/account/sign-in/login-form'
import { resendConfirmation, signIn } from '@/features/account/queries'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

vi.mock('@/features/account/queries')
vi.mock(import('@/api/session/passkeys'), async (original) => ({
  ...(await original()),
  usePasskeys: vi.fn(() => false),
}))

async function login() {
  serve()
  renderAt(<LoginForm initialEmail="marina@exemplo.com.br" />)
  await userEvent.type(screen.getByLabelText('Senha'), 'clp-s7-1500')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
}

test('a successful sign-in shows a greeting', async () => {
  await login()
  expect(currentToast()).toMatchObject({ title: 'Login bem-sucedido!', description: 'Bem-vindo de volta!' })
})

test.each([
  ['invalid_credentials', 400, 'Falha no login', 'Por favor, verifique suas credenciais.'],
  [
    'email_not_confirmed',
    400,
    'Falha no login',
    'Email não confirmado. Para contas de teste, isso foi resolvido automaticamente. Tente fazer login novamente em alguns segundos.',
  ],
  ['unexpected_failure', 500, 'Erro no login', 'Ocorreu um erro inesperado. Tente novamente.'],
  ['never_heard_of', 418, 'Erro no login', 'Ocorreu um erro inesperado. Tente novamente.'],
])('%s is said in words', async (code, status, title, description) => {
  vi.mocked(signIn).mockRejectedValueOnce(toApiError({ code, status }))
  await login()
  expect(currentToast()).toMatchObject({ variant: 'destructive', title, description })
})

test('an unconfirmed address can request its mail again, and is told when it does so too often', async () => {
  vi.mocked(signIn).mockRejectedValueOnce(toApiError({ code: 'email_not_confirmed', status: 400 }))
  vi.mocked(resendConfirmation).mockRejectedValueOnce(
    toApiError({ code: 'over_email_send_rate_limit', status: 429 }),
  )
  await login()
  const again = await screen.findByRole('button', { name: 'Reenviar' })
  await userEvent.click(again)
  expect(await screen.findByText(toApiError({ code: 'over_email_send_rate_limit' }).message)).toBeTruthy()
  vi.mocked(resendConfirmation).mockResolvedValueOnce()
  await userEvent.click(again)
  expect(await screen.findByText(/^Enviamos de novo/)).toBeTruthy()
  expect(vi.mocked(resendConfirmation).mock.lastCall?.[0]).toBe('marina@exemplo.com.br')
})

test('after too many wrong passwords the sign-in without a password is offered', async () => {
  vi.mocked(usePasskeys).mockReturnValue(true)
  vi.mocked(signIn).mockRejectedValueOnce(toApiError({ code: 'over_request_rate_limit', status: 429 }))
  await login()
  const ways = await screen.findByRole('region', { name: 'Entre sem a senha' })
  expect(ways.textContent).toContain('marina@exemplo.com.br')
})
