import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ContractDetail } from '@/features/contract/contract-detail'
import type { Contract, Milestone } from '@/features/contract/queries'
import {
  ACTIVE,
  AGREED,
  COMPLETED,
  DECLARED,
  DELIVERED,
  IN_PARTS,
  OWED,
  TERMINATING,
} from '@/features/contract/test-contract'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const PAPERS = {
  'rpc/read_contract_document': {
    body: { number: 7, content: 'Contrato', sha256: 'ab', is_recorded: true, kept_at: null, acceptances: [] },
  },
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  serve(PAPERS)
})
afterEach(() => vi.useRealTimers())

const ALL = { mayFulfil: true, mayNegotiate: true, mayPay: true }
const NONE = { mayFulfil: false, mayNegotiate: false, mayPay: false }

function show(contract: Contract, partyId = 'serra', mays = ALL) {
  renderAt(
    <ContractDetail
      contract={contract}
      partyId={partyId}
      mays={mays}
      messages={<p>Nada dito.</p>}
      review={<button>Avaliar</button>}
    />,
  )
}

function steps() {
  return screen
    .queryAllByRole('button')
    .map((button) => button.textContent)
    .filter((name) => name !== 'Comprovante')
}

const turn = () => within(screen.getByRole('region', { name: 'O que vem agora' }))

test.each([
  ['the company waits for an agreed start', AGREED, 'serra', ['Desistir do contrato']],
  [
    'which the professional makes',
    AGREED,
    'marina',
    ['Iniciar trabalho', 'Entregar', 'Desistir do contrato'],
  ],
  ['the company waits for the delivery', ACTIVE, 'serra', ['Propor distrato']],
  ['which the professional makes next', ACTIVE, 'marina', ['Entregar', 'Propor distrato']],
  ['the company answers a delivery', DELIVERED, 'serra', ['Aprovar', 'Pedir ajustes', 'Propor distrato']],
  ['and nobody accepts his own work', DELIVERED, 'marina', ['Propor distrato']],
  ['work goes on while a part is looked at', IN_PARTS, 'marina', ['Entregar', 'Propor distrato']],
  ['what is owed is paid by the company', OWED, 'serra', ['Avaliar', 'Paguei']],
  ['and not by the professional', OWED, 'marina', ['Avaliar']],
  ['who says that he has it, or why not', DECLARED, 'marina', ['Avaliar', 'Recebi', 'Não recebi']],
  ['to a company that said it already', DECLARED, 'serra', ['Avaliar']],
  ['a completed contract is reviewed', COMPLETED, 'serra', ['Avaliar']],
  ['once, by each side', { ...COMPLETED, company_reviewed: true }, 'serra', []],
])('%s', (_, contract, partyId, names) => {
  show(contract, partyId)
  expect(steps().toSorted()).toEqual([...names].toSorted())
})

test('what was given back is asked for before what was not begun', () => {
  const milestones = IN_PARTS.milestones.map((part): Milestone => {
    return { ...part, status: part.id === 'm2' ? 'adjusting' : 'planned' }
  })
  show({ ...ACTIVE, milestones }, 'marina')
  expect(turn().getByText('Marco 2, Partida: Faça os ajustes e entregue de novo')).toBeTruthy()
})

test('whose role does not negotiate may fulfil only, and finance only pay', () => {
  show(DELIVERED, 'serra', { ...NONE, mayFulfil: true })
  expect(steps()).toEqual(['Aprovar', 'Pedir ajustes'])
  show(OWED, 'serra', { ...NONE, mayFulfil: true })
  expect(screen.queryByRole('button', { name: 'Paguei' })).toBeNull()
})

test.each([AGREED, ACTIVE, DELIVERED, TERMINATING, IN_PARTS])(
  'a reader has no step of a contract %#',
  (contract) => {
    show(contract, 'serra', NONE)
    expect(steps()).toEqual([])
  },
)

test('says whose turn it is, about which milestone, and when silence accepts', () => {
  show(IN_PARTS)
  expect(turn().getByText('Sua vez')).toBeTruthy()
  expect(turn().getByText('Marco 1, Painel montado: Confira a entrega: aprove ou peça ajustes')).toBeTruthy()
  expect(turn().getByText('Aceito por silêncio em 4 dias, sem resposta até 24/11/2026, 09h00.')).toBeTruthy()
})

test('approving repeats the value and says what becomes of the money', async () => {
  show(DELIVERED)
  await userEvent.click(screen.getByRole('button', { name: 'Aprovar' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText(/^Aprovar R\$\s52\.000,00\?$/)).toBeTruthy()
  expect(within(dialog).getByText(/fica devido ao profissional, com vencimento em 10 dias/)).toBeTruthy()
  expect(askedOf('rpc/approve_milestone')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Aprovar' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Marco aprovado!'))
  expect(askedOf('rpc/approve_milestone').map(({ body }) => body)).toEqual([{ milestone_id: 'm1' }])
})

test('a delivery carries a note, and a refused one says that nothing changed', async () => {
  serve({ ...PAPERS, 'rpc/deliver_milestone': 500 })
  show(ACTIVE, 'marina')
  await userEvent.click(screen.getByRole('button', { name: 'Entregar' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText(/O que foi entregue/), 'Tudo na pasta.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Marcar como entregue' }))
  await vi.waitFor(() =>
    expect(currentToast()).toMatchObject({ variant: 'destructive', title: 'Nada mudou' }),
  )
  expect(within(dialog).getByDisplayValue('Tudo na pasta.')).toBeTruthy()
  serve(PAPERS)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Marcar como entregue' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Entrega marcada!'))
  expect(askedOf('rpc/deliver_milestone').map(({ body }) => body)).toEqual([
    { milestone_id: 'm1', note: 'Tudo na pasta.' },
  ])
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
    { milestone_id: 'm1', reason: 'Falta o backup do CLP.' },
  ])
})

test('a payment is told with its day, never of tomorrow', async () => {
  show(OWED)
  await userEvent.click(screen.getByRole('button', { name: 'Paguei' }))
  const dialog = await screen.findByRole('dialog')
  const day = within(dialog).getByLabelText('Dia do pagamento')
  const send = within(dialog).getByRole('button', { name: 'Informar pagamento' })
  await userEvent.clear(day)
  await userEvent.type(day, '2026-11-21')
  await userEvent.click(send)
  expect(within(dialog).getByText('Informe um dia depois do contrato e até hoje.')).toBeTruthy()
  expect(askedOf('rpc/record_payment')).toEqual([])
  await userEvent.clear(day)
  await userEvent.type(day, '2026-11-19')
  await userEvent.click(send)
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Pagamento informado!'))
  expect(askedOf('rpc/record_payment').map(({ body }) => body)).toEqual([
    { milestone_id: 'm1', paid_on: '2026-11-19' },
  ])
})

test('the professional confirms what he received, after reading how much', async () => {
  show(DECLARED, 'marina')
  await userEvent.click(screen.getByRole('button', { name: 'Recebi' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText(/R\$\s52\.000,00\?$/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Recebi' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Recebimento confirmado!'))
  expect(askedOf('rpc/confirm_receipt').map(({ body }) => body)).toEqual([{ payment_id: 'd1' }])
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

test('a distrato says in reais what each milestone is settled for', async () => {
  show(IN_PARTS, 'marina')
  await userEvent.click(screen.getByRole('button', { name: 'Propor distrato' }))
  const dialog = await screen.findByRole('dialog')
  const share = within(dialog).getByLabelText('Marco 1, Painel montado: por cento')
  await userEvent.clear(share)
  await userEvent.type(share, '75')
  expect(
    within(dialog).getByText(/^R\$\s24\.000,00 para o profissional; R\$\s8\.000,00 não é devido\.$/),
  ).toBeTruthy()
  const total = within(dialog).getByText('Fica para o profissional').closest('dl')
  expect(total?.textContent.replaceAll('\u00a0', ' ')).toBe(
    'Fica para o profissionalR$ 24.000,00Deixa de ser devidoR$ 28.000,00',
  )
  await userEvent.type(within(dialog).getByLabelText('Motivo'), 'A parada foi adiada.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Propor distrato' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Distrato proposto'))
  expect(askedOf('rpc/propose_termination').map(({ body }) => body)).toEqual([
    {
      contract_id: 'c1',
      reason: 'A parada foi adiada.',
      settlement: [{ milestone_id: 'm1', professional_percent: 75 }],
    },
  ])
})

test('which the other side reads before it answers', async () => {
  const settlement = [{ milestone_id: 'm1', professional_percent: 50 }]
  show({ ...TERMINATING, termination_settlement: settlement }, 'serra')
  expect(screen.getByText('A outra parte propõe o distrato')).toBeTruthy()
  expect(screen.getByText(/50%, R\$\s26\.000,00 para o profissional/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Recusar' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Distrato recusado'))
  expect(askedOf('rpc/answer_termination').map(({ body }) => body)).toEqual([
    { contract_id: 'c1', accept: false },
  ])
})

test('and accepts the one that it read', async () => {
  show(TERMINATING, 'serra')
  await userEvent.click(screen.getByRole('button', { name: 'Aceitar o distrato' }))
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Aceitar o distrato' }),
  )
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Distrato aceito'))
  expect(askedOf('rpc/answer_termination').map(({ body }) => body)).toEqual([
    { contract_id: 'c1', lapses_at: TERMINATING.termination_lapses_at, reopen: true, accept: true },
  ])
})

test('and who proposed it takes it back, but never agrees to it', () => {
  show(TERMINATING, 'marina')
  expect(steps()).toEqual(['Entregar', 'Retirar a proposta'])
})

test('a side that is gone need not agree', () => {
  const gone = { ...ACTIVE.professional, id: 'marina', name: 'Marina Alves', status: 'blocked' } as const
  show(
    { ...ACTIVE, professional: { ...gone, role: 'professional', contact_id: null, removed_at: null } },
    'serra',
  )
  expect(steps()).toEqual(['Encerrar contrato'])
})

test('the money at a glance says what is owed and what is still to come', () => {
  show(IN_PARTS)
  const money = within(screen.getByRole('region', { name: 'Valores' }))
  expect(money.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    'R$\u00a052.000,00',
    'R$\u00a00,00',
    'R$\u00a00,00',
    'R$\u00a052.000,00',
  ])
})

test('under a guarantee the professional reads the fee and what he gets', () => {
  show({ ...IN_PARTS, settlement: 'guarantee', fee_basis_points: 1000 }, 'marina')
  const money = within(screen.getByRole('region', { name: 'Valores' }))
  expect(money.getByText(/^R\$\s5\.200,00$/)).toBeTruthy()
  expect(money.getByText(/^R\$\s46\.800,00$/)).toBeTruthy()
})

test('keeps what was agreed on, and tells what happened with the names of milestones', async () => {
  serve({
    ...PAPERS,
    contract_events: [
      {
        id: 'e1',
        action: 'request_adjustments',
        to_status: 'adjusting',
        party_id: 'serra',
        reason: 'Falta o backup do CLP.',
        created_at: '2026-11-06T12:00:00Z',
        milestone_id: 'm1',
        actor_id: 'eva',
        actor: { name: 'Eva Souza' },
        milestone: { position: 1, title: 'Painel montado' },
      },
      {
        id: 'e2',
        action: 'accept_by_silence',
        to_status: 'completed',
        party_id: null,
        reason: null,
        created_at: '2026-11-05T12:00:00Z',
        milestone_id: null,
        actor_id: null,
        actor: null,
        milestone: null,
      },
    ],
  })
  show({ ...COMPLETED, milestones: [...COMPLETED.milestones, ...IN_PARTS.milestones.slice(1)] })
  expect(screen.getByText('Migrar o CLP e a IHM da enchedora 3.')).toBeTruthy()
  expect(screen.getByText('Obra civil.')).toBeTruthy()
  expect(await screen.findByText('Falta o backup do CLP.')).toBeTruthy()
  expect(screen.getByText('· marco 1, Painel montado')).toBeTruthy()
  expect(screen.getByText(/^Eva Souza, 06\/11\/2026/)).toBeTruthy()
  expect(screen.getByText(/^Automático, 05\/11\/2026/)).toBeTruthy()
})

test('the way to review closes after 14 days', () => {
  show(COMPLETED)
  expect(screen.getByText(/você pode avaliar até 24\/11\/2026/)).toBeTruthy()
})
