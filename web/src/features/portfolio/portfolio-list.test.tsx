import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve, type Answers } from '@/api/test-server'
import { PortfolioList } from '@/features/portfolio/portfolio-list'
import { renderAt } from '@/lib/test-render'

const PROJECT = {
  id: 'p1',
  title: 'Linha de envase',
  description: 'Reescrita do sequenciador.',
  role: 'Programadora de CLP',
  technologies: ['TIA Portal'],
  image_urls: [],
  position: 0,
}

function show(portfolio_projects: Answers['portfolio_projects']) {
  serve({ portfolio_projects })
  renderAt(<PortfolioList profileId="u1" />)
}

const titles = () => screen.getAllByRole('heading').map((heading) => heading.textContent)

test('the portfolio announces that it is loading', () => {
  show(new Promise(() => undefined))
  expect(screen.getByText('Carregando portfólio…')).toBeTruthy()
})

test('an empty portfolio offers to add the first project', async () => {
  show([])
  expect((await screen.findByRole('link', { name: 'Adicionar Projeto' })).getAttribute('href')).toBe(
    '/dashboard/portfolio/adicionar',
  )
})

test('a failure is shown and can be retried', async () => {
  show(500)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ portfolio_projects: [PROJECT] })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Linha de envase' })).toBeTruthy()
})

test('a move shows at once, before the server answers', async () => {
  const rows = [PROJECT, { ...PROJECT, id: 'p2', title: 'Supervisório', position: 1 }]
  show(({ method }) => (method === 'GET' ? rows : new Promise(() => undefined)))
  await userEvent.click(await screen.findByRole('button', { name: 'Mover Supervisório para cima' }))
  await vi.waitFor(() => expect(titles()).toEqual(['Supervisório', 'Linha de envase']))
})

test('a long portfolio loads a page at a time, and a move may cross pages', async () => {
  const rows = Array.from({ length: 30 }, (_, position) => ({
    ...PROJECT,
    id: `p${position}`,
    title: `Projeto ${position}`,
    position,
  }))
  show(({ method }) => (method === 'GET' ? rows : new Promise(() => undefined)))
  expect(await screen.findByText(/^30 projetos/)).toBeTruthy()
  expect(titles()).toHaveLength(24)
  await userEvent.click(screen.getByRole('button', { name: 'Carregar mais' }))
  await vi.waitFor(() => expect(titles()).toHaveLength(30))
  expect(screen.queryByRole('button', { name: 'Carregar mais' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Mover Projeto 24 para cima' }))
  await vi.waitFor(() =>
    expect(titles().slice(22, 26)).toEqual(['Projeto 22', 'Projeto 24', 'Projeto 23', 'Projeto 25']),
  )
  await vi.waitFor(() =>
    expect(
      askedOf('portfolio_projects')
        .filter(({ method }) => method === 'PATCH')
        .map(({ query, body }) => [query.id, body]),
    ).toEqual([
      ['eq.p24', { position: 23 }],
      ['eq.p23', { position: 24 }],
    ]),
  )
})

test('deleting asks first', async () => {
  show([PROJECT])
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir Linha de envase' }))
  expect(screen.getByRole('alertdialog', { name: 'Excluir este projeto?' })).toBeTruthy()
  expect(askedOf('portfolio_projects').map(({ method }) => method)).toEqual(['GET'])
})
