import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { ask } from '@/api/ask'
import { ApiError } from '@/api/errors'
import { PortfolioList } from '@/features/portfolio/portfolio-list'

vi.mock('@/api/ask', () => ({ ask: vi.fn() }))

const PROJECT = {
  id: 'p1',
  title: 'Linha de envase',
  description: 'Reescrita do sequenciador.',
  role: 'Programadora de CLP',
  technologies: ['TIA Portal'],
  image_urls: [],
  position: 0,
}

beforeEach(() => {
  vi.mocked(ask).mockReset()
})

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <PortfolioList profileId="u1" />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

test('while it loads, the portfolio says so', () => {
  vi.mocked(ask).mockReturnValue(new Promise(() => undefined))
  show()
  expect(screen.getByText('Carregando portfólio…')).toBeTruthy()
})

test('an empty portfolio offers to add the first project', async () => {
  vi.mocked(ask).mockResolvedValue([])
  show()
  expect((await screen.findByRole('link', { name: 'Adicionar Projeto' })).getAttribute('href')).toBe(
    '/dashboard/portfolio/adicionar',
  )
})

test('a failure is drawn and tried again', async () => {
  vi.mocked(ask).mockRejectedValueOnce(new ApiError('unavailable', 503)).mockResolvedValue([PROJECT])
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }))
  expect(await screen.findByRole('heading', { name: 'Linha de envase' })).toBeTruthy()
})

test('a move shows at once, before the server answers', async () => {
  vi.mocked(ask)
    .mockResolvedValueOnce([PROJECT, { ...PROJECT, id: 'p2', title: 'Supervisório', position: 1 }])
    .mockReturnValue(new Promise(() => undefined))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Mover Supervisório para cima' }))
  await vi.waitFor(() =>
    expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'Supervisório',
      'Linha de envase',
    ]),
  )
})

test('deleting asks first', async () => {
  vi.mocked(ask).mockResolvedValue([PROJECT])
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir Linha de envase' }))
  expect(screen.getByRole('alertdialog', { name: 'Excluir este projeto?' })).toBeTruthy()
  expect(vi.mocked(ask)).toHaveBeenCalledTimes(1)
})
