import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { AddressForm } from '@/features/settings/account/address-form'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const update = vi.hoisted(() => vi.fn())
vi.mock('@/api/session/session', () => ({ useSession: () => ({ status: 'signed-out' }) }))
vi.mock('@/api/client', async (original) => {
  const real = await original<typeof import('@/api/client')>()
  return { ...real, getClient: () => Promise.resolve({ auth: { updateUser: update } }) }
})

beforeEach(() => update.mockReset())

async function ask(email: string, password: string) {
  await userEvent.type(screen.getByLabelText('Novo e-mail'), email)
  if (password) await userEvent.type(screen.getByLabelText('Sua senha'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Alterar e-mail' }))
}

test('a change is requested with the password, and both addresses are named', async () => {
  update.mockResolvedValue({ data: { user: { new_email: 'nova@b.co' } }, error: null })
  renderAt(<AddressForm current="marina@b.co" waiting="nova@b.co" />)
  expect(screen.getByRole('status').textContent).toMatch(
    /Troca para nova@b\.co aguarda os dois links: o enviado a marina@b\.co/,
  )
  await ask(' nova@b.co', 'clp-s7-1500')
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Falta confirmar'))
  expect(update.mock.calls).toEqual([
    [
      { email: 'nova@b.co', current_password: 'clp-s7-1500' },
      { emailRedirectTo: 'http://localhost:3000/auth' },
    ],
  ])
})

test('without mail the change takes effect at once', async () => {
  update.mockResolvedValue({ data: { user: {} }, error: null })
  renderAt(<AddressForm current="marina@b.co" waiting={undefined} />)
  await ask('nova@b.co', 'clp-s7-1500')
  await vi.waitFor(() => expect(currentToast()?.title).toBe('E-mail alterado!'))
})

test('missing or invalid values are reported at their fields', async () => {
  update.mockResolvedValue({ data: null, error: new ApiError('current_password_invalid', 400) })
  renderAt(<AddressForm current="marina@b.co" waiting={undefined} />)
  await ask('MARINA@b.co', '')
  expect(screen.getByText('Este já é o seu e-mail.')).toBeTruthy()
  expect(screen.getByText('Informe sua senha atual.')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Novo e-mail'))
  await ask('nova@b.co', 'errada')
  expect(await screen.findByText('A senha atual está incorreta.')).toBeTruthy()
})
