import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { request } from '@/api/request/request'
import { ApiError } from '@/api/errors'
import { ProfileForm } from '@/features/profile-edit/profile-form'
import { currentToast } from '@/lib/toast'

vi.mock('@/api/request/request', () => ({ request: vi.fn() }))

const SERRA_AZUL = {
  id: 'u1',
  role: 'company' as const,
  name: 'Serra Azul',
  title: 'Engarrafadora',
  headline: '',
  location: '',
  about: '',
  experience: null,
  skills: [],
  work_modes: [],
  availability: null,
  avatar_seed: '',
  avatar_url: null,
  banner_url: null,
  is_party: true,
}

beforeEach(() => {
  vi.mocked(request).mockReset()
  vi.mocked(request).mockResolvedValue([])
})

function show() {
  const form = (
    <>
      <Link to="/fora">Sair daqui</Link>
      <ProfileForm profile={SERRA_AZUL} personId="u1" />
    </>
  )
  const router = createMemoryRouter([
    { path: '/', element: form },
    { path: '/dashboard', element: <h1>Painel</h1> },
    { path: '/fora', element: <h1>Fora</h1> },
  ])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar Alterações' }))

test('a saved profile leads to the dashboard without asking', async () => {
  show()
  await userEvent.type(screen.getByLabelText('Nome'), ' S.A.')
  await save()
  expect(await screen.findByRole('heading', { name: 'Painel' })).toBeTruthy()
  expect(currentToast()).toMatchObject({
    title: 'Perfil Atualizado!',
    description: 'Suas informações foram salvas com sucesso.',
  })
})

test('a failure stays on the page and says why', async () => {
  show()
  vi.mocked(request).mockRejectedValue(new ApiError('unavailable', 503))
  await save()
  expect(await screen.findByText(/O serviço está indisponível/)).toBeTruthy()
  expect(currentToast()).toMatchObject({
    variant: 'destructive',
    title: 'Erro ao atualizar perfil',
    description: 'Não foi possível salvar as alterações. Tente novamente.',
  })
})

test('leaving with unsaved changes asks first', async () => {
  show()
  await userEvent.type(screen.getByLabelText('Nome'), ' S.A.')
  await userEvent.click(screen.getByRole('link', { name: 'Sair daqui' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sair sem salvar' }))
  expect(await screen.findByRole('heading', { name: 'Fora' })).toBeTruthy()
})

test('a company is not asked for skills or experience', () => {
  show()
  expect(screen.queryByText('Habilidades')).toBeNull()
  expect(screen.queryByText('Experiência')).toBeNull()
})

test('a text that is too long is reported at its field and in the summary, not in a toast', async () => {
  show()
  const before = currentToast()
  fireEvent.change(screen.getByLabelText(/^Localização/), { target: { value: 'Caxias do Sul '.repeat(40) } })
  await save()
  expect(await screen.findAllByText(/^No máximo \d+ caracteres$/)).toHaveLength(2)
  expect(currentToast()).toBe(before)
})
