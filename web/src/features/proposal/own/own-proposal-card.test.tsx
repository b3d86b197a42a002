import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { OwnProposalCard } from '@/features/proposal/own/own-proposal-card'
import type { OwnProposal } from '@/features/proposal/own/own-queries'
import type { Revision } from '@/features/proposal/terms/term-changes'
import { DETAILED, OFFER, PLAIN } from '@/features/proposal/test-terms'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

vi.mock('@/api/session/session', async () => {
  const { alone } = await import('@/api/session/test-member')
  return { useSession: () => alone({ id: 'marina' }) }
})

const PENDING: OwnProposal = {
  ...PLAIN,
  id: 'o1',
  value_cents: ofCents(5_200_000),
  cover_letter: 'Já fiz três.',
  status: 'pending',
  decline_reason: null,
  invites_new: false,
  project_revision: 1,
  created_at: '2026-11-20T12:00:00Z',
  decided_at: null,
  project: {
    id: 'p1',
    number: 42,
    title: 'Migração da linha de envase',
    category: 'Automação Industrial',
    state: null,
    scope_clarity: null,
    scope_model: '',
    status: 'open',
    revision: 1,
    budget_min_cents: null,
    budget_max_cents: null,
    company: null,
  },
}
const OUTDATED: OwnProposal = { ...PENDING, project: { ...PENDING.project, revision: 3 } }
const DECLINED: OwnProposal = { ...PENDING, status: 'declined', decline_reason: 'Valor alto.' }

const FIRST: Revision = {
  number: 1,
  title: 'Migração da linha de envase',
  description: 'Substituir a CPU 315 e entregar o programa.',
  category: 'Automação Industrial',
  experience_level: 'Especialista',
  budget: 'R$ 45.000',
  budget_min_cents: null,
  budget_max_cents: null,
  deadline: '45 dias',
  deadline_on: null,
  city: null,
  state: null,
  work_mode: null,
  starts_on: null,
  scope: '',
  technologies: [],
  technology_levels: {},
  skills: ['clp'],
}
const THIRD: Revision = {
  ...FIRST,
  number: 3,
  description: 'Substituir a CPU 1515 e entregar o programa.',
  deadline: '30 dias',
  deadline_on: '2026-12-20',
}

beforeEach(() => {
  serve()
})

function show(proposal: OwnProposal, { mayNegotiate = true } = {}) {
  renderAt(
    <OwnProposalCard
      proposal={proposal}
      professionalId="marina"
      mayNegotiate={mayNegotiate}
      contract={null}
    />,
  )
}

function serveRevisions(revisions: readonly Revision[] | number) {
  serve({ project_revisions: revisions })
}

test('what changed since is shown field by field, words in long texts', async () => {
  serveRevisions([FIRST, THIRD])
  show(OUTDATED)
  const panel = screen.getByRole('region', { name: 'O projeto mudou' })
  expect(within(panel).getByText('Carregando mudanças…')).toBeTruthy()
  await within(panel).findByText('Prazo')
  const shown = within(panel)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(shown).toEqual([
    ['Descrição do projeto', 'Substituir a CPU retirado: 315 incluído: 1515 e entregar o programa.'],
    ['Prazo', 'antes: 45 diasagora: 30 dias'],
    ['Data limite', 'antes: não informadoagora: 20/12/2026'],
  ])
  expect(askedOf('project_revisions').map(({ query }) => [query.project_id, query.number])).toEqual([
    ['eq.p1', 'in.(1,3)'],
  ])
})

test('it is confirmed for the project as it is now', async () => {
  serveRevisions([FIRST, THIRD])
  show(OUTDATED)
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar proposta' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Proposta confirmada'))
  expect(askedOf('rpc/confirm_proposal').map(({ body }) => body)).toEqual([{ proposal_id: 'o1' }])
})

test('or taken back, after asking', async () => {
  serveRevisions([FIRST, THIRD])
  show(OUTDATED)
  await userEvent.click(screen.getByRole('button', { name: 'Retirar' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Retirar proposta' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Proposta retirada'))
})

test('a project that says again what it said only asks to confirm', async () => {
  serveRevisions([FIRST, { ...FIRST, number: 3 }])
  show(OUTDATED)
  expect(await screen.findByText(/O texto voltou a ser o que era/)).toBeTruthy()
})

test('changes that failed to load can be retried', async () => {
  serveRevisions(500)
  show(OUTDATED)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serveRevisions([FIRST, THIRD])
  await userEvent.click(retry)
  const panel = screen.getByRole('region', { name: 'O projeto mudou' })
  expect(await within(panel).findByText('Prazo')).toBeTruthy()
})

test('a role without the right to decide only reads the changes', () => {
  serveRevisions([FIRST, THIRD])
  show(OUTDATED, { mayNegotiate: false })
  expect(screen.getByRole('region', { name: 'O projeto mudou' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['answers the project as it is', PENDING],
  ['was declined', { ...OUTDATED, status: 'declined' as const }],
])('a proposal that %s has nothing to confirm', (_, proposal) => {
  show(proposal)
  expect(screen.queryByRole('region', { name: 'O projeto mudou' })).toBeNull()
})

test('after a refusal, the next proposal says which of three it is and that it was invited', async () => {
  serve({ proposals: [DECLINED] })
  show({ ...DECLINED, invites_new: true })
  expect(screen.getByText('Valor alto.')).toBeTruthy()
  const again = await screen.findByRole('button', { name: 'Enviar nova proposta (2 de 3)' })
  expect(screen.getByText('A empresa convida você a enviar outra proposta.')).toBeTruthy()
  await userEvent.click(again)
  expect(await screen.findByRole('dialog', { name: 'Enviar Proposta' })).toBeTruthy()
})

test.each([
  ['a third ends it', [DECLINED, DECLINED, DECLINED], /já recebeu 3 propostas suas/],
  ['an older one stays as it was', [{ ...DECLINED, id: 'o2' }, DECLINED], null],
  ['a closed project takes none', [DECLINED], null],
])('%s', async (name, sent, sentence) => {
  serve({ proposals: sent })
  const status = name.startsWith('a closed') ? 'closed' : 'open'
  show({ ...DECLINED, project: { ...DECLINED.project, status } })
  if (sentence === null) await vi.waitFor(() => expect(screen.getByText('Valor alto.')).toBeTruthy())
  else expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /nova proposta/ })).toBeNull()
})

const COUNTERED: OwnProposal = { ...PENDING, ...DETAILED, offers: [OFFER] }

test('a counter-offer is shown against the own terms, and accepted after asking', async () => {
  show(COUNTERED)
  const panel = screen.getByRole('region', { name: 'Contraproposta da empresa' })
  const shown = within(panel)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent.replaceAll('\u00a0', ' ')])
  expect(shown).toContainEqual(['Valor', 'antes: R$ 52.000,00agora: R$ 48.000,00'])
  expect(shown).toContainEqual(['Prazo', 'antes: 40 dias úteisagora: 30 dias úteis'])
  expect(within(panel).getByText('«Cabe no orçamento.»')).toBeTruthy()
  await userEvent.click(within(panel).getByRole('button', { name: 'Aceitar contraproposta' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Aceitar contraproposta' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Contraproposta aceita'))
  expect(askedOf('rpc/answer_counter').map(({ body }) => body)).toEqual([
    { proposal_id: 'o1', number: 2, accept: true },
  ])
})

test('or refused', async () => {
  show(COUNTERED)
  await userEvent.click(screen.getByRole('button', { name: 'Recusar contraproposta' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Contraproposta recusada'))
  expect(askedOf('rpc/answer_counter').map(({ body }) => body)).toEqual([
    { proposal_id: 'o1', number: 2, accept: false },
  ])
})

test('a role without the right to negotiate only reads the counter-offer', () => {
  show(COUNTERED, { mayNegotiate: false })
  expect(screen.getByRole('region', { name: 'Contraproposta da empresa' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an expired proposal can be renewed while the project is open', () => {
  show({ ...PENDING, status: 'expired' })
  expect(screen.getByRole('button', { name: 'Renovar proposta' })).toBeTruthy()
})
