import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { toApiError } from '@/api/errors'
import { usePasskeys } from '@/api/session/passkeys'
import { proveByPasskey, proveFactor } from '@/features/account/queries'
import { SecondFactorForm } from '@/features/account/sign-in/second-factor-form'
import { renderAt } from '@/lib/test-render'

vi.mock('@/features/account/queries')
vi.mock(import('@/api/session/passkeys'), async (original) => ({
  ...(await original()),
  usePasskeys: vi.fn(() => false),
}))

const PHONE = { id: 'celular', name: 'Celular', kind: 'app' } as const
const KEY = { id: 'chave', name: 'Notebook', kind: 'passkey' } as const

async function send(label: string, typed: string) {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), typed)
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }))
}

test('asks for the six digits and says what is wrong with them', async () => {
  vi.mocked(proveFactor).mockRejectedValueOnce(toApiError({ code: 'mfa_verification_failed', status: 422 }))
  renderAt(<SecondFactorForm factors={[PHONE]} />)
  await send('Código de verificação', '12')
  expect(screen.getByText('Digite os 6 números que o aplicativo mostra.')).toBeTruthy()
  expect(proveFactor).not.toHaveBeenCalled()
  await send('Código de verificação', '123 456')
  expect(await screen.findByText('O código de verificação não confere.')).toBeTruthy()
  expect(vi.mocked(proveFactor).mock.calls[0]?.[0]).toEqual({ factorId: 'celular', code: '123456' })
})

test('a person without their phone uses a recovery code', async () => {
  renderAt(<SecondFactorForm factors={[PHONE]} />)
  expect(document.activeElement).toBe(document.body)
  await userEvent.click(screen.getByRole('button', { name: 'Estou sem o celular' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Código de recuperação'))
  await send('Código de recuperação', 'ab12-cd34')
  expect(screen.getByText(/Digite o código inteiro/)).toBeTruthy()
  await send('Código de recuperação', 'ab12-cd34-ef56-gh78')
  expect(vi.mocked(proveFactor).mock.lastCall?.[0]).toEqual({
    factorId: 'celular',
    code: 'ab12-cd34-ef56-gh78',
  })
})

test('a person with two phones chooses one', async () => {
  renderAt(<SecondFactorForm factors={[PHONE, { id: 'tablet', name: 'Tablet', kind: 'app' }]} />)
  await userEvent.selectOptions(screen.getByLabelText('Aplicativo'), 'Tablet')
  await send('Código de verificação', '654321')
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
  await send('Código de verificação', '123456')
  expect(vi.mocked(proveFactor).mock.lastCall?.[0]).toEqual({ factorId: 'celular', code: '123456' })
})

test('without browser support for passkeys, a recovery code is asked for', async () => {
  vi.mocked(usePasskeys).mockReturnValue(false)
  renderAt(<SecondFactorForm factors={[KEY]} />)
  expect(screen.queryByRole('button', { name: 'Usar chave de acesso' })).toBeNull()
  await send('Código de recuperação', 'ab12-cd34-ef56-gh78')
  expect(vi.mocked(proveFactor).mock.lastCall?.[0]).toEqual({
    factorId: 'chave',
    code: 'ab12-cd34-ef56-gh78',
  })
})
