import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { probeNow, isServerDown } from '@/api/device/connectivity'
import { ErrorScreen } from '@/app/error-screen'
import { reload } from '@/lib/device/reload'

vi.mock('@/lib/device/reload', () => ({ reload: vi.fn() }))

afterEach(() => vi.unstubAllGlobals())

function Broken({ failure }: { failure: unknown }): never {
  throw failure
}

const UNREACHED = 'Não foi possível carregar esta página'

async function breakWith(failure: unknown, address = '/', heading = 'Unexpected Application Error!') {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  const router = createMemoryRouter(
    [{ path: '/', element: <Broken failure={failure} />, ErrorBoundary: ErrorScreen }],
    { initialEntries: [address] },
  )
  render(<RouterProvider router={router} />)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(heading)
}

test.each([
  ['its message', new Error('Falha ao desenhar'), 'Falha ao desenhar'],
  ['its status', new ApiError('unavailable', 503), /^503 O serviço está indisponível/],
  ['that it is unknown', 'texto', 'Erro desconhecido'],
])('an error is shown with %s', async (_, failure, shown) => {
  await breakWith(failure)
  expect(screen.getByText(shown)).toBeTruthy()
})

test('a page that did not come for want of the server says so, and opens when it is back', async () => {
  const answer = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', answer)
  await breakWith(new TypeError('Failed to fetch dynamically imported module'), '/', UNREACHED)
  expect(screen.getByText(/^Sem conexão com o servidor/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  await vi.waitFor(() => expect(isServerDown()).toBe(true))
  expect(reload).not.toHaveBeenCalled()
  answer.mockResolvedValue(Response.json({}))
  probeNow()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('what the router refuses is shown with its status', async () => {
  await breakWith(undefined, '/nada')
  expect(screen.getByText('404 Not Found')).toBeTruthy()
})

test('leads on: again, or back to the home page', async () => {
  await breakWith(new Error('Falha'))
  expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Voltar para a página inicial' }).getAttribute('href')).toBe('/')
})
