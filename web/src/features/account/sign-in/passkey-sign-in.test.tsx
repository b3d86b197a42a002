import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { usePasskeys } from '@/api/session/passkeys'
import { PasskeySignIn } from '@/features/account/sign-in/passkey-sign-in'
import { signInWithPasskey } from '@/features/account/queries'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

vi.mock('@/features/account/queries')
vi.mock(import('@/api/session/passkeys'), async (original) => ({
  ...(await original()),
  usePasskeys: vi.fn(),
}))

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
