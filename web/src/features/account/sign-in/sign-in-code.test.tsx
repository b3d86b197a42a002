import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { usePasskeys } from '@/api/session/passkeys'
import { sendSignInCode, signInWithCode } from '@/features/account/sign-in/sign-in-code-queries'
import { SignInCode } from '@/features/account/sign-in/sign-in-code'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

vi.mock('@/features/account/sign-in/sign-in-code-queries')
vi.mock(import('@/api/session/passkeys'), async (original) => ({
  ...(await original()),
  usePasskeys: vi.fn(() => false),
}))

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
