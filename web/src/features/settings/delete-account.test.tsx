import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { DeleteAccount } from '@/features/settings/delete-account'
import type { Farewell } from '@/features/settings/queries'
import { renderAt } from '@/lib/test-render'

const farewells: Farewell[] = []

vi.mock('@/api/session', () => ({ useSignOut: () => (work: () => Promise<void>) => work() }))
vi.mock('@/features/settings/queries', () => ({
  deleteAccount: (farewell: Farewell) => {
    farewells.push(farewell)
    return farewell.end_contracts
      ? Promise.resolve({ id: 'marina' })
      : Promise.reject(new ApiError('has_active_contracts', 409))
  },
}))

test('says what is kept under seal, and offers to end what is running only when something is', async () => {
  const user = userEvent.setup()
  const { pathname } = renderAt(<DeleteAccount />)
  await user.click(screen.getByRole('button', { name: 'Excluir minha conta' }))
  expect(screen.getByText(/por cinco anos depois do fim dele/)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()

  await user.type(screen.getByLabelText('Digite EXCLUIR'), 'EXCLUIR')
  await user.type(screen.getByLabelText('Senha Atual'), 'clp-s7-1500')
  await user.click(screen.getByRole('button', { name: 'Excluir conta' }))
  await user.click(await screen.findByRole('checkbox', { name: /Encerrar meus contratos em andamento/ }))
  await user.click(screen.getByRole('button', { name: 'Excluir conta' }))
  await vi.waitFor(() => expect(pathname()).toBe('/'))
  expect(farewells.map((farewell) => farewell.end_contracts)).toEqual([false, true])
})
