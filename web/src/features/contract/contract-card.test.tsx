import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ContractCard } from '@/features/contract/contract-card'
import type { Contract } from '@/features/contract/queries'
import { ACTIVE, AGREED, COMPLETED, DELIVERED, TERMINATING } from '@/features/contract/test-contract'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/ui/toast'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  serve()
})
afterEach(() => vi.useRealTimers())

function show(contract: Contract, memberId = 'serra', rights = { mayFulfil: true, mayNegotiate: true }) {
  renderAt(
    <ContractCard contract={contract} memberId={memberId} {...rights} review={<button>Avaliar</button>} />,
  )
}

function buttons() {
  return screen.queryAllByRole('button').map((button) => button.textContent)
}

test('says with whom and for how much', () => {
  show(ACTIVE)
  expect(screen.getByText('Marina Alves')).toBeTruthy()
  expect(screen.getByText(/^R\$\s52\.000,00$/)).toBeTruthy()
})

test('who is blocked is called so, and who left is not', () => {
  const marina = {
    id: 'marina',
    name: 'Usuário removido',
    status: 'blocked',
    removed_at: '2026-11-20T12:00:00Z',
  } as const
  show({ ...ACTIVE, professional: marina })
  expect(screen.getByText('Usuário removido')).toBeTruthy()
  expect(screen.queryByText('bloqueado')).toBeNull()
  show({ ...ACTIVE, professional: { ...marina, name: 'Marina Alves', removed_at: null } })
  expect(screen.getByText('bloqueado')).toBeTruthy()
})

test.each([
  ['the company waits for an agreed start', AGREED, 'serra', ['Desistir do contrato']],
  ['which the professional makes', AGREED, 'marina', ['Iniciar trabalho', 'Desistir do contrato']],
  ['the company waits for the delivery', ACTIVE, 'serra', ['Propor distrato']],
  ['which the professional marks', ACTIVE, 'marina', ['Marcar como entregue', 'Propor distrato']],
  [
    'the company answers a delivery',
    DELIVERED,
    'serra',
    ['Aceitar entrega', 'Pedir ajustes', 'Propor distrato'],
  ],
  ['and nobody accepts his own work', DELIVERED, 'marina', ['Propor distrato']],
  ['a completed contract is reviewed', COMPLETED, 'serra', ['Avaliar']],
  ['once, by each side', { ...COMPLETED, company_reviewed: true }, 'serra', []],
])('%s', (_, contract, memberId, actions) => {
  show(contract, memberId)
  expect(buttons()).toEqual(actions)
})

test('whose role does not negotiate may fulfil only', () => {
  show(DELIVERED, 'serra', { mayFulfil: true, mayNegotiate: false })
  expect(buttons()).toEqual(['Aceitar entrega', 'Pedir ajustes'])
})

test.each([AGREED, ACTIVE, DELIVERED, TERMINATING])('a reader has no step of a contract %#', (contract) => {
  show(contract, 'serra', { mayFulfil: false, mayNegotiate: false })
  expect(buttons()).toEqual([])
})

test('says whose turn it is, and when silence accepts', () => {
  show(DELIVERED, 'serra')
  expect(screen.getByText('Sua vez')).toBeTruthy()
  expect(screen.getByText(/a entrega é aceita em 4 dias, em 24\/11\/2026/)).toBeTruthy()
})

test('the way to review closes after 14 days', () => {
  show(COMPLETED)
  expect(screen.getByText('Você pode avaliar até 24/11/2026.')).toBeTruthy()
})

test('after them there is nothing to offer', () => {
  vi.setSystemTime(new Date('2026-11-24T12:00:00Z'))
  show(COMPLETED)
  expect(buttons()).toEqual([])
})

test.each([
  ['Iniciar trabalho', AGREED, 'marina', 'rpc/start_contract', 'Trabalho iniciado!'],
  ['Marcar como entregue', ACTIVE, 'marina', 'rpc/deliver_contract', 'Entrega marcada!'],
  ['Aceitar entrega', DELIVERED, 'serra', 'rpc/complete_contract', 'Entrega aceita!'],
])('%s asks first, then does it and tells', async (name, contract, memberId, call, title) => {
  show(contract, memberId)
  await userEvent.click(screen.getByRole('button', { name }))
  const dialog = await screen.findByRole('alertdialog')
  expect(askedOf(call)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe(title))
  expect(askedOf(call).map(({ body }) => body)).toEqual([{ contract_id: 'c1' }])
})

test('a refused step says that nothing changed', async () => {
  serve({ 'rpc/deliver_contract': 500 })
  show(ACTIVE, 'marina')
  await userEvent.click(screen.getByRole('button', { name: 'Marcar como entregue' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Marcar como entregue' }))
  await vi.waitFor(() =>
    expect(currentToast()).toMatchObject({ variant: 'destructive', title: 'Nada mudou' }),
  )
})

test('adjustments need a reason, which the professional reads', async () => {
  show(DELIVERED)
  await userEvent.click(screen.getByRole('button', { name: 'Pedir ajustes' }))
  const dialog = await screen.findByRole('dialog')
  const send = within(dialog).getByRole('button', { name: 'Pedir ajustes' })
  await userEvent.click(send)
  expect(within(dialog).getByText('Escreva o motivo.')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Motivo'), 'Falta o backup do CLP.')
  await userEvent.click(send)
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Ajustes pedidos'))
  expect(askedOf('rpc/request_adjustments').map(({ body }) => body)).toEqual([
    { contract_id: 'c1', reason: 'Falta o backup do CLP.' },
  ])
})

test('only the company decides whether its project opens again', async () => {
  show(AGREED, 'serra')
  await userEvent.click(screen.getByRole('button', { name: 'Desistir do contrato' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Motivo'), 'Verba adiada.')
  await userEvent.click(within(dialog).getByRole('checkbox'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Desistir do contrato' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Contrato desfeito'))
  expect(askedOf('rpc/withdraw_contract').map(({ body }) => body)).toEqual([
    { contract_id: 'c1', reason: 'Verba adiada.', reopen: false },
  ])
})

test('a distrato is answered by the other side', async () => {
  show(TERMINATING, 'serra')
  expect(screen.getByText('A outra parte propõe o distrato')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Recusar' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Distrato recusado'))
  expect(askedOf('rpc/answer_termination').map(({ body }) => body)).toEqual([
    { contract_id: 'c1', accept: false },
  ])
})

test('and taken back by who proposed it, never agreed to', () => {
  show(TERMINATING, 'marina')
  expect(buttons()).toEqual(['Retirar a proposta', 'Marcar como entregue'])
})

test('a side that is gone need not agree', () => {
  show(
    { ...ACTIVE, professional: { id: 'marina', name: 'Marina Alves', status: 'blocked', removed_at: null } },
    'serra',
  )
  expect(buttons()).toEqual(['Encerrar contrato'])
})

test('the record holds the agreed scope and what happened', async () => {
  serve({
    contract_events: [
      {
        id: 'e1',
        action: 'request_adjustments',
        to_status: 'active',
        party_id: 'serra',
        reason: 'Falta o backup do CLP.',
        created_at: '2026-11-06T12:00:00Z',
        actor: { name: 'Eva Souza' },
      },
      {
        id: 'e2',
        action: 'accept_by_silence',
        to_status: 'completed',
        party_id: null,
        reason: null,
        created_at: '2026-11-05T12:00:00Z',
        actor: null,
      },
    ],
  })
  show(COMPLETED)
  await userEvent.click(screen.getByText('Escopo contratado (revisão 2)'))
  expect(await screen.findByText('Migrar o CLP e a IHM da enchedora 3.')).toBeTruthy()
  await userEvent.click(screen.getByText('Histórico'))
  expect(await screen.findByText('Ajustes pedidos')).toBeTruthy()
  expect(screen.getByText(/^Eva Souza, 06\/11\/2026/)).toBeTruthy()
  expect(screen.getByText(/^Automático, 05\/11\/2026/)).toBeTruthy()
})
