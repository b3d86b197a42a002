import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { SecondThought, undoableUntil, DeclineAction } from './decisions'
import type { ProjectProposal } from '@/features/proposal/queries'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const NOW = '2026-11-20T12:00:00Z'
const DECLINED: Pick<ProjectProposal, 'id' | 'status' | 'decline_cause' | 'decided_at'> = {
  id: 'o1',
  status: 'declined',
  decline_cause: 'company',
  decided_at: '2026-11-20T11:55:00Z',
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
  serve()
})
afterEach(() => vi.useRealTimers())

function bodies(call: string) {
  return askedOf(call).map(({ body }) => body)
}

test('a refusal may invite another proposal, and can be undone from its toast', async () => {
  renderAt(<DeclineAction id="o1" professional="Marina Alves" />)
  await userEvent.click(screen.getByRole('button', { name: 'Recusar' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'O valor está acima do orçamento.' }))
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Convidar a enviar outra proposta' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Recusar proposta' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Proposta recusada'))
  expect(bodies('rpc/decline_proposal')).toEqual([
    { proposal_id: 'o1', reason: 'O valor está acima do orçamento.', invites_new: true },
  ])
  currentToast()?.action?.onClick()
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Recusa desfeita'))
  expect(bodies('rpc/undo_decline')).toEqual([{ proposal_id: 'o1' }])
})

test('a refusal that fails keeps its text', async () => {
  serve({ 'rpc/decline_proposal': 500 })
  renderAt(<DeclineAction id="o1" professional="Marina Alves" />)
  await userEvent.click(screen.getByRole('button', { name: 'Recusar' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Motivo'), 'Prazo longo.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Recusar proposta' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Proposta não recusada'))
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Motivo').value).toBe('Prazo longo.')
})

test('the company may undo its own refusal for ten minutes', async () => {
  renderAt(<SecondThought proposal={DECLINED} professional="Marina Alves" />)
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer a recusa (até 09:05)' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Recusa desfeita'))
})

test.each([
  ['within ten minutes', DECLINED, '2026-11-20T12:05:00.000Z'],
  ['not at ten minutes', { ...DECLINED, decided_at: '2026-11-20T11:50:00Z' }, undefined],
  ['not of a closed project', { ...DECLINED, decline_cause: 'project_closed' }, undefined],
] as const)('a no is undone %s', (_, proposal, until) => {
  expect(undoableUntil(proposal)?.toISOString()).toBe(until)
})

test('the next best is reopened once another choice came to nothing', async () => {
  renderAt(
    <SecondThought
      proposal={{ ...DECLINED, decline_cause: 'other_chosen', decided_at: '2026-11-01T12:00:00Z' }}
      professional="Marina Alves"
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Reabrir proposta' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Proposta reaberta'))
  expect(bodies('rpc/reopen_proposal')).toEqual([{ proposal_id: 'o1' }])
})

test('a pending proposal has nothing to undo', () => {
  renderAt(<SecondThought proposal={{ ...DECLINED, status: 'pending' }} professional="Marina Alves" />)
  expect(screen.queryByRole('button')).toBeNull()
})
