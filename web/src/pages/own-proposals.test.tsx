import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { renderAt } from '@/lib/test-render'
import { OwnProposalsPage } from '@/pages/own-proposals'

vi.mock('@/api/session', async () => {
  const { alone } = await import('@/api/test-member')
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
    askedOf('proposals').map(({ query }) => [query.professional_id, query.order?.split(',')[0]]),
  ).toEqual([
    ['eq.marina', 'created_at.desc'],
    ['eq.marina', 'created_at.desc'],
  ])
})

test('a state without a proposal says so', async () => {
  open('/dashboard/propostas?situacao=accepted')
  expect(await screen.findByRole('heading', { name: 'Nenhuma proposta nesta situação' })).toBeTruthy()
})
