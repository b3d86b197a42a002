import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { ErrorScreen } from '@/app/error-screen'

function Broken({ failure }: { failure: unknown }): never {
  throw failure
}

async function breakWith(failure: unknown, address = '/') {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  const router = createMemoryRouter(
    [{ path: '/', element: <Broken failure={failure} />, ErrorBoundary: ErrorScreen }],
    { initialEntries: [address] },
  )
  render(<RouterProvider router={router} />)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Unexpected Application Error!')
}

test.each([
  ['its message', new Error('Falha ao desenhar'), 'Falha ao desenhar'],
  ['its status', new ApiError('unavailable', 503), /^503 O serviço está indisponível/],
  ['its message alone without a status', new ApiError('offline', 0), /^Sem conexão com o servidor/],
  ['that it is unknown', 'texto', 'Erro desconhecido'],
])('an error is shown with %s', async (_, failure, shown) => {
  await breakWith(failure)
  expect(screen.getByText(shown)).toBeTruthy()
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
