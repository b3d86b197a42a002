import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '@/api/test-server'
import { ProposalCard } from '@/features/proposal/received/proposal-card'
import type { ProjectProposal } from '@/features/proposal/queries'
import { PLAIN } from '@/features/proposal/test-terms'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'

const PROJECT = { id: 'p1', title: 'Envase', revision: 2, is_confidential: false }
const PROPOSAL: ProjectProposal = {
  ...PLAIN,
  id: 'o1',
  value_cents: ofCents(5_200_000),
  cover_letter: 'Já fiz três.',
  status: 'pending',
  decline_reason: null,
  decline_cause: null,
  invites_new: false,
  project_revision: 2,
  decided_at: null,
  created_at: '2026-11-20T12:00:00Z',
  professional: {
    id: 'marina',
    name: 'Marina Alves',
    title: 'Engenheira',
    headline: '',
    location: 'Campinas',
    rating: 4.8,
    contracts_completed: 5,
    counterparts: 3,
    experience: 'Sênior',
    skills: [],
    avatar_url: null,
    avatar_seed: '',
    contact_id: null,
    status: 'active',
    removed_at: null,
  },
}
const OUTDATED = { ...PROPOSAL, project_revision: 1 }

beforeEach(() => {
  serve()
})

function show(proposal: ProjectProposal, project: Partial<typeof PROJECT> = {}) {
  return renderAt(<ProposalCard proposal={proposal} project={{ ...PROJECT, ...project }} mayDecide />)
}

test('a confirmed proposal names its revision and may be accepted', () => {
  show(PROPOSAL)
  expect(screen.getByText('Confirmada na revisão 2')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Aceitar proposta' })).toBeTruthy()
})

test('an unconfirmed proposal waits for its professional and may only be declined', () => {
  show(OUTDATED)
  expect(screen.getByText('Não confirmada')).toBeTruthy()
  expect(screen.getByText(/Você pode aceitá-la quando o profissional confirmar/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Aceitar proposta' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Recusar' })).toBeTruthy()
})

test.each([
  ['a project that never changed', { ...PROPOSAL, project_revision: 1 }, { revision: 1 }],
  ['a decided proposal', { ...OUTDATED, status: 'withdrawn' as const }, {}],
])('%s has nothing to confirm', (_, proposal, project) => {
  show(proposal, project)
  expect(screen.queryByText(/onfirmada/)).toBeNull()
})

test('a named company writes a message at once', () => {
  show(PROPOSAL)
  expect(screen.getByRole('link', { name: 'Enviar mensagem' }).getAttribute('href')).toBe(
    '/dashboard/mensagens/marina',
  )
})

test('for a confidential project the dialog first warns what a message reveals', async () => {
  const { pathname } = show(PROPOSAL, { is_confidential: true })
  await userEvent.click(screen.getByRole('button', { name: 'Enviar mensagem' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Escrever mostra o nome da empresa' })
  expect(pathname()).toBe('/')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Escrever mesmo assim' }))
  expect(pathname()).toBe('/dashboard/mensagens/marina')
})

test('or made clear to everybody instead, without a name', async () => {
  const { pathname } = show(PROPOSAL, { is_confidential: true })
  await userEvent.click(screen.getByRole('button', { name: 'Enviar mensagem' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Publicar esclarecimento' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(pathname()).toBe('/')
})

test('no warning after the hiring: the professional knows the name already', () => {
  show({ ...PROPOSAL, status: 'accepted' }, { is_confidential: true })
  expect(screen.getByRole('link', { name: 'Enviar mensagem' })).toBeTruthy()
})
