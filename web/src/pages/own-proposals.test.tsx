import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { renderAt } from '@/lib/test-render'
import { OwnProposalsPage } from '@/pages/own-proposals'

vi.mock('@/api/session/session', async () => {
  const { alone } = await import('@/api/session/test-member')
  return { useMember: () => alone({ id: 'marina' }) }
})

function open(address = '/dashboard/propostas') {
  serve()
  renderAt(<OwnProposalsPage />, { entries: [address] })
}

test('who sent no proposal is led to the projects', async () => {
  open()
  const empty = await screen.findByRole('heading', { name: 'Nenhuma proposta enviada' })
  const action = within(empty.parentElement ?? document.body).getByRole('link', { name: 'Explorar Projetos' })
  expect(action.getAttribute('href')).toBe('/projetos')
})

test('asks for the own proposals only, newest first', async () => {
  open()
  await screen.findByText('Nenhuma proposta enviada')
  expect(
    askedOf('proposals')
      .filter(({ query }) => query.order !== undefined)
      .map(({ query }) => [query.professional_id, query.status, query.order]),
  ).toEqual([['eq.marina', 'neq.withdrawn', 'created_at.desc,id.desc']])
})

test('each state says how many of the own proposals are in it, however many', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))
  serve({
    proposals: ({ query }) =>
      query.order !== undefined ? [] : rows(query.status === 'eq.declined' ? 1234 : 2),
  })
  renderAt(<OwnProposalsPage />, { entries: ['/dashboard/propostas'] })
  expect((await screen.findByRole('button', { name: /Recusadas.*1\.234/ })).textContent).toBeTruthy()
  expect(screen.getByRole('button', { name: /Pendentes.*2/ })).toBeTruthy()
  expect(askedOf('proposals').every(({ query }) => query.professional_id === 'eq.marina')).toBe(true)
})

test('a state without a proposal says so', async () => {
  open('/dashboard/propostas?situacao=accepted')
  expect(await screen.findByRole('heading', { name: 'Nenhuma proposta nesta situação' })).toBeTruthy()
})
