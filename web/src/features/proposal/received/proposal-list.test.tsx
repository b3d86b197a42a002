import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ProposalList } from '@/features/proposal/received/proposal-list'
import type { ProjectProposal } from '@/features/proposal/queries'
import { PLAIN } from '@/features/proposal/test-terms'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'

const PROJECT = { id: 'p1', title: 'Envase', revision: 1, is_confidential: false }

function proposal(letter: string, changes: Partial<ProjectProposal> = {}): ProjectProposal {
  return {
    ...PLAIN,
    id: letter,
    value_cents: ofCents(4_850_000),
    cover_letter: letter,
    status: 'pending',
    decline_reason: null,
    decline_cause: null,
    invites_new: false,
    project_revision: 1,
    decided_at: null,
    created_at: '2026-11-20T12:00:00Z',
    professional: null,
    ...changes,
  }
}

const STANDING = Array.from({ length: 25 }, (_, i) => proposal(`Carta ${i}`))
const ACCEPTED = [proposal('Combinado', { status: 'accepted' })]
const WITHDRAWN = [proposal('Desisti', { status: 'withdrawn' })]

function show({ accepted = ACCEPTED, standing = STANDING, withdrawn = WITHDRAWN, order = '' } = {}) {
  serve({
    proposals: ({ query }) => {
      if (query.status === 'in.(accepted)') return accepted
      return query.status === 'in.(withdrawn)' ? withdrawn : standing
    },
  })
  renderAt(<ProposalList project={PROJECT} mayDecide />, {
    entries: [order === '' ? '/propostas' : `/propostas?ordem=${order}`],
  })
}

const letters = () =>
  within(screen.getByRole('list', { name: 'Propostas' }))
    .getAllByText(/^(Carta \d+|Combinado|Desisti)$/)
    .map((letter) => letter.textContent)

test('the list announces that it is loading', () => {
  serve({ proposals: new Promise(() => undefined) })
  renderAt(<ProposalList project={PROJECT} mayDecide />)
  expect(screen.getByText('Carregando propostas…')).toBeTruthy()
})

test('a failure is shown and can be retried', async () => {
  serve({ proposals: 500 })
  renderAt(<ProposalList project={PROJECT} mayDecide />)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ proposals: ({ query }) => (query.status === 'in.(accepted)' ? ACCEPTED : []) })
  await userEvent.click(retry)
  expect(await screen.findByText('Combinado')).toBeTruthy()
})

test('all but withdrawn proposals are counted and listed by page, the accepted one first', async () => {
  show()
  expect(await screen.findByText('26 propostas')).toBeTruthy()
  const firstPage = STANDING.slice(0, 20).map(({ cover_letter }) => cover_letter)
  expect(letters()).toEqual(['Combinado', ...firstPage])
  await userEvent.click(screen.getByRole('button', { name: 'Carregar mais' }))
  await screen.findByText('Carta 24')
  expect(letters()).toEqual(['Combinado', ...STANDING.map(({ cover_letter }) => cover_letter)])
  expect(screen.queryByRole('button', { name: 'Carregar mais' })).toBeNull()
})

test.each([
  ['', 'created_at.desc,id.desc'],
  ['valor', 'value_cents.asc,created_at.desc,id.desc'],
  ['avaliacao', 'professional(rating).desc.nullslast,created_at.desc,id.desc'],
])('the order "%s" is the server’s', async (order, asked) => {
  show({ order })
  await screen.findByText('26 propostas')
  expect(askedOf('proposals').map(({ query }) => [query.project_id, query.status, query.order])).toEqual([
    ['eq.p1', 'in.(accepted)', asked],
    ['eq.p1', 'in.(pending,waiting,declined,ended,expired)', asked],
    ['eq.p1', 'in.(withdrawn)', asked],
  ])
})

test('another order keeps the list in sight until it is there', async () => {
  show()
  await screen.findByText('Carta 0')
  serve({ proposals: new Promise(() => undefined) })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ordenar por' }), 'Menor valor')
  await vi.waitFor(() => expect(askedOf('proposals')).toHaveLength(3))
  expect(screen.getByText('Carta 0')).toBeTruthy()
})

test('withdrawn proposals are shown apart and not counted', async () => {
  show({ accepted: [], standing: [] })
  expect(await screen.findByText('Nenhuma proposta recebida')).toBeTruthy()
  expect(screen.queryByText('1 proposta')).toBeNull()
  await userEvent.click(screen.getByText('1 proposta retirada'))
  expect(within(screen.getByRole('list', { name: 'Propostas retiradas' })).getByText('Desisti')).toBeTruthy()
})
