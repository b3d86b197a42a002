import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError, toApiError } from '@/api/errors'
import { usePasskeys } from '@/api/session/passkeys'
import { serve } from '@/api/test-server'
import {
  proveByPasskey,
  proveFactor,
  resendConfirmation,
  sendSignInCode,
  signIn,
  signInWithCode,
  signInWithPasskey,
} from '@/features/account/queries'
import { LoginForm } from '@/features/account/sign-in/login-form'
import { PasskeySignIn } from '@/features/account/sign-in/passkey-sign-in'
import { SecondFactorForm } from '@/features/account/sign-in/second-factor-form'
import { SignInCode } from '@/features/account/sign-in/sign-in-code'
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

test('one press signs in', async () => {
  vi.mocked(usePasskeys).mockReturnValue(true)
  renderAt(<PasskeySignIn />)
  await userEvent.click(screen.getByRole('button', { name: 'Entrar com chave de acesso' }))
  expect(signInWithPasskey).toHaveBeenCalledOnce()
})

test('a cancelled passkey ceremony shows a note and no error', async () => {
  vi.mocked(usePasskeys).mockReturnValue(true)
  vi.mocked(signInWithPasskey).mockRejectedValue(new ApiError('passkey_unused', 400))
  renderAt(<PasskeySignIn />)
  await userEvent.click(screen.getByRole('button', { name: 'Entrar com chave de acesso' }))
  expect((await screen.findByRole('status')).textContent).toMatch(/^Nenhuma chave de acesso foi usada/)
  expect(currentToast()?.variant).not.toBe('destructive')
})

test('a browser without passkeys is not offered any', () => {
  vi.mocked(usePasskeys).mockReturnValue(false)
  renderAt(<PasskeySignIn />)
  expect(screen.queryByRole('button')).toBeNull()
})

const PHONE = { id: 'celular', name: 'Celular', kind: 'app' } as const
const KEY = { id: 'chave', name: 'Notebook', kind: 'passkey' } as const

async function confirm(label: string, typed: string) {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), typed)
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }))
}

test('asks for the six digits and says what is wrong with them', async () => {
  vi.mocked(proveFactor).mockRejectedValueOnce(toApiError({ code: 'mfa_verification_failed', status: 422 }))
  renderAt(<SecondFactorForm factors={[PHONE]} />)
  await confirm('Código de verificação', '12')
  expect(screen.getByText('Digite os 6 números que o aplicativo mostra.')).toBeTruthy()
  expect(proveFactor).not.toHaveBeenCalled()
  await confirm('Código de verificação', '123 456')
  expect(await screen.findByText('O código de verificação não confere.')).toBeTruthy()
  expect(vi.mocked(proveFactor).mock.calls[0]?.[0]).toEqual({ factorId: 'celular', code: '123456' })
})

test('a person without their phone uses a recovery code', async () => {
  renderAt(<SecondFactorForm factors={[PHONE]} />)
  expect(document.activeElement).toBe(document.body)
  await userEvent.click(screen.getByRole('button', { name: 'Estou sem o celular' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Código de recuperação'))
  await confirm('Código de recuperação', 'ab12-cd34')
  expect(screen.getByText(/Digite o código inteiro/)).toBeTruthy()
  await confirm('Código de recuperação', 'ab12-cd34-ef56-gh78')
  expect(vi.mocked(proveFactor).mock.lastCall?.[0]).toEqual({
    factorId: 'celular',
    code: 'ab12-cd34-ef56-gh78',
  })
})

test('a person with two phones chooses one', async () => {
  renderAt(<SecondFactorForm factors={[PHONE, { id: 'tablet', name: 'Tablet', kind: 'app' }]} />)
  await userEvent.selectOptions(screen.getByLabelText('Aplicativo'), 'Tablet')
  await confirm('Código de verificação', '654321')
  expect(vi.mocked(proveFactor).mock.lastCall?.[0]).toEqual({ factorId: 'tablet', code: '654321' })
})

test('a person with a passkey uses it, or another factor', async () => {
  vi.mocked(usePasskeys).mockReturnValue(true)
  vi.mocked(proveByPasskey).mockRejectedValueOnce(
    toApiError({ code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY' }),
  )
  renderAt(<SecondFactorForm factors={[PHONE, KEY]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Usar chave de acesso' }))
  expect((await screen.findByRole('status')).textContent).toMatch(/^Nenhuma chave de acesso foi usada/)
  await userEvent.click(screen.getByRole('button', { name: 'Usar chave de acesso' }))
  expect(vi.mocked(proveByPasskey).mock.lastCall?.[0]).toBe('chave')
  await userEvent.click(screen.getByRole('button', { name: 'Usar o aplicativo autenticador' }))
  await confirm('Código de verificação', '123456')
  expect(vi.mocked(proveFactor).mock.lastCall?.[0]).toEqual({ factorId: 'celular', code: '123456' })
})

test('without browser support for passkeys, a recovery code is asked for', async () => {
  vi.mocked(usePasskeys).mockReturnValue(false)
  renderAt(<SecondFactorForm factors={[KEY]} />)
  expect(screen.queryByRole('button', { name: 'Usar chave de acesso' })).toBeNull()
  await confirm('Código de recuperação', 'ab12-cd34-ef56-gh78')
  expect(vi.mocked(proveFactor).mock.lastCall?.[0]).toEqual({
    factorId: 'chave',
    code: 'ab12-cd34-ef56-gh78',
  })
})

const EMAIL = 'marina@exemplo.com.br'

test('a code of a mail signs in, and half a code is not sent', async () => {
  vi.mocked(signInWithCode).mockRejectedValueOnce(new ApiError('otp_expired', 403))
  renderAt(<SignInCode email={EMAIL} hasMail />)
  await userEvent.click(screen.getByRole('button', { name: 'Receber código por e-mail' }))
  expect(vi.mocked(sendSignInCode).mock.lastCall?.[0]).toBe(EMAIL)
  const field = await screen.findByLabelText('Código do e-mail')
  await userEvent.type(field, '12 34')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar com o código' }))
  expect(await screen.findByText('Digite os 6 números que estão no e-mail.')).toBeTruthy()
  expect(signInWithCode).not.toHaveBeenCalled()
  await userEvent.type(field, '56')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar com o código' }))
  expect(vi.mocked(signInWithCode).mock.lastCall?.[0]).toEqual({ email: EMAIL, code: '123456' })
  expect(await screen.findByText(new ApiError('otp_expired', 403).message)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Entrar com o código' }))
  expect(currentToast()).toMatchObject({ title: 'Login bem-sucedido!' })
})

test('a mail that cannot be sent says why', async () => {
  vi.mocked(sendSignInCode).mockRejectedValueOnce(new ApiError('over_email_send_rate_limit', 429))
  renderAt(<SignInCode email={EMAIL} hasMail />)
  await userEvent.click(screen.getByRole('button', { name: 'Receber código por e-mail' }))
  const said = await screen.findByRole('alert')
  expect(said.textContent).toBe(new ApiError('over_email_send_rate_limit', 429).message)
  expect(screen.queryByLabelText('Código do e-mail')).toBeNull()
})

test('without mail only the passkey is offered', () => {
  vi.mocked(usePasskeys).mockReturnValue(true)
  renderAt(<SignInCode email={EMAIL} hasMail={false} />)
  expect(screen.getByText(/chave de acesso/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('without mail and passkeys nothing is offered', () => {
  vi.mocked(usePasskeys).mockReturnValue(false)
  renderAt(<SignInCode email={EMAIL} hasMail={false} />)
  expect(screen.queryByRole('region')).toBeNull()
})
