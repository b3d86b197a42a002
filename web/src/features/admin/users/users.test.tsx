import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { requestCounted } from '@/api/request/request'
import { ApiError } from '@/api/errors'
import { Users } from '@/features/admin/users/users'
import { currentToast } from '@/lib/toast'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/api/request/request-once', () => ({
  requestOnce: (request: (client: { rpc: typeof rpc }) => unknown) => request({ rpc }),
}))
vi.mock('@/api/request/request', () => ({
  request: (request: (client: { rpc: typeof rpc }) => unknown) => request({ rpc }),
  requestCounted: vi.fn(),
}))

const USER = {
  profile_id: 'u1',
  email: 'lucia@exemplo.com',
  created_at: '2026-11-01T12:00:00Z',
  profile: {
    id: 'u1',
    name: 'Lúcia Prado',
    role: 'professional',
    status: 'active',
    avatar_url: null,
    avatar_seed: 'a',
  },
}

beforeEach(() => {
  vi.mocked(requestCounted)
    .mockReset()
    .mockResolvedValue({ rows: [USER], total: 1 })
  rpc.mockReset().mockResolvedValue({ id: 'u1', status: 'blocked' })
})

function show({ ownId = 'admin', address = '/' } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([{ path: '/', element: <Users ownId={ownId} /> }], {
    initialEntries: [address],
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

async function openMenu() {
  await userEvent.click(await screen.findByRole('button', { name: 'Ações para Lúcia Prado' }))
}

async function block() {
  await openMenu()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Bloquear' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Bloquear usuário' }))
}

test('the list announces that it is loading', () => {
  vi.mocked(requestCounted).mockReturnValue(new Promise(() => undefined))
  show()
  expect(screen.getByText('Carregando usuários…')).toBeTruthy()
})

test('a failure is shown and can be retried', async () => {
  vi.mocked(requestCounted).mockRejectedValueOnce(new ApiError('unavailable', 503))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }))
  expect(await screen.findByText('lucia@exemplo.com')).toBeTruthy()
})

test('an empty result offers to clear the filters', async () => {
  vi.mocked(requestCounted).mockResolvedValue({ rows: [], total: 0 })
  show({ address: '/?papel=company' })
  await userEvent.click(await screen.findByRole('button', { name: 'Limpar filtros' }))
  expect(screen.queryByRole('button', { name: 'Remover Empresa' })).toBeNull()
})

test('blocking asks first', async () => {
  show()
  await openMenu()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Bloquear' }))
  expect(await screen.findByRole('alertdialog', { name: 'Bloquear Lúcia Prado?' })).toBeTruthy()
  expect(rpc).not.toHaveBeenCalled()
})

test('a confirmed block is sent and reported', async () => {
  show()
  await block()
  await vi.waitFor(() => expect(currentToast()?.description).toBe('Status do usuário atualizado.'))
  expect(rpc).toHaveBeenCalledWith('block_user', { user_id: 'u1' })
})

test('a refused block says why', async () => {
  rpc.mockRejectedValue(new ApiError('unavailable', 503))
  show()
  await block()
  await vi.waitFor(() => expect(currentToast()?.variant).toBe('destructive'))
})

test('administrators cannot block themselves', async () => {
  show({ ownId: 'u1' })
  await openMenu()
  expect(screen.queryByRole('menuitem', { name: 'Bloquear' })).toBeNull()
})
