import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type * as Config from '@/api/config'
import { askedOf, serve, type Answers } from '@/api/test-server'
import { MoneyDesk } from '@/features/desk/money-desk'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/config', async (original) => ({
  ...(await original<typeof Config>()),
  useInstitution: () => institution.name,
}))
const institution = vi.hoisted((): { name: string | null } => ({ name: 'Instituição Simulada' }))

const FIGURES = {
  held_cents: 4_000_000,
  held: 2,
  available_cents: 765_000,
  contested_cents: 0,
  owed_cents: 0,
  fee_cents: 85_000,
  fee_months: [
    { month: '2026-10', cents: 0 },
    { month: '2026-11', cents: 85_000 },
  ],
  differences: 0,
  payouts_waiting: 0,
  payouts_waiting_cents: 0,
  payouts_failed: 0,
  orders_failing: 0,
  disputes: 0,
  oldest_dispute_at: null,
  declared: 0,
  declared_cents: 0,
  refused_receipts: 0,
  refused_cents: 0,
  overdue: 0,
  overdue_cents: 0,
  compared_at: '2026-11-22T12:00:00Z',
  compared_charges: 3,
  is_compared_wholly: true,
}
const CONTRACT = {
  id: 'c1',
  number: 7,
  title: 'Retrofit',
  company: { name: 'Serra Azul' },
  professional: { name: 'Marina Alves' },
}
const DIFFERENCE = {
  id: 'd1',
  kind: 'value_differs',
  reference: 'TXID1',
  detail: '',
  ours_cents: 2_000_000,
  theirs_cents: 200_000,
  found_at: '2026-11-22T12:00:00Z',
  seen_at: '2026-11-22T12:00:00Z',
  resolved_at: null,
  handled_at: null,
  handling: null,
  handler: null,
  charge: { value_cents: 2_000_000, milestone: { position: 2, title: 'Montagem' }, contract: CONTRACT },
}

function show(figures: Partial<typeof FIGURES>, answers: Answers = {}, at = '/') {
  serve({ 'rpc/money_desk': { body: { ...FIGURES, ...figures } }, ...answers })
  renderAt(<MoneyDesk />, { entries: [at] })
}

test('says what is held, whose it is and since when', async () => {
  institution.name = 'Instituição Simulada'
  const milestone = { id: 'm1', position: 2, title: 'Montagem', status: 'disputed', held_cents: 2_000_000 }
  show(
    {},
    { milestones: [{ ...milestone, contract: CONTRACT, charges: [{ paid_at: '2026-11-20T12:00:00Z' }] }] },
  )
  const list = await screen.findByRole('list', { name: 'Garantias' })
  expect(screen.getByText('R$ 40.000,00')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Nada espera por você' })).toBeTruthy()
  expect(list.textContent).toContain('CTR-0007, marco 2: Retrofit')
  expect(list.textContent).toContain('Serra Azul e Marina Alves')
  expect(list.textContent).toContain('desde 20/11/2026')
})

test('shows the fees of each month', async () => {
  show({})
  const table = await screen.findByRole('table', { name: 'Taxa ganha por mês' })
  expect(within(table).getByRole('row', { name: /novembro de 2026 R\$\s850,00/ })).toBeTruthy()
})

test('opens on differences that need attention, and handling one needs a reason', async () => {
  show(
    { differences: 1 },
    { reconciliation_differences: [DIFFERENCE], 'rpc/handle_difference': { body: { id: 'd1' } } },
  )
  expect(await screen.findByText('Valor diferente na instituição')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Pede atenção: sem correspondência' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Marcar como tratada' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Marcar como tratada' }))
  expect(dialog.getByText('Escreva o que foi feito.')).toBeTruthy()
  expect(askedOf('rpc/handle_difference')).toHaveLength(0)
  await userEvent.type(dialog.getByLabelText('O que foi feito'), ' Estornado por eles. ')
  await userEvent.click(dialog.getByRole('button', { name: 'Marcar como tratada' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(askedOf('rpc/handle_difference')[0]?.body).toEqual({
    difference_id: 'd1',
    reason: 'Estornado por eles.',
  })
})

test('a refused order can be retried', async () => {
  const order = {
    id: 'o1',
    kind: 'release',
    state: 'failed',
    reference: 'R1',
    value_cents: 850_000,
    tries: 3,
    next_at: '2026-11-22T12:00:00Z',
    last_error: 'Em análise',
    created_at: '2026-11-22T12:00:00Z',
    contract_id: 'c1',
    contract: 7,
    title: 'Retrofit',
    milestone: 1,
  }
  show(
    { orders_failing: 1 },
    {
      'rpc/failing_orders': { body: { orders: [order], total: 1 } },
      'rpc/retry_order': { body: { id: 'o1', state: 'waiting' } },
    },
  )
  expect(await screen.findByText(/3 tentativas\. Em análise/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Tentar outra vez' }))
  await vi.waitFor(() => expect(askedOf('rpc/retry_order')[0]?.body).toEqual({ order_id: 'o1' }))
})

test('says that the ledger matches its postings', async () => {
  show({}, { 'rpc/verify_ledger': { body: { balanced: true, chained: true, entries: 10 } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Verificar o livro' }))
  expect(await screen.findByText('O livro confere: 10 lançamentos, somas e corrente em ordem.')).toBeTruthy()
})

test('says when the ledger does not match its postings', async () => {
  show({}, { 'rpc/verify_ledger': { body: { balanced: true, chained: false, entries: 10 } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Verificar o livro' }))
  expect(await screen.findByText(/alterado, retirado ou acrescentado por fora/)).toBeTruthy()
})

test('waits for the requested comparison and reports its result', async () => {
  let last = { compared_at: '2026-11-22T12:00:00Z', compared_charges: 3 }
  show(
    {},
    {
      'rpc/money_desk': () => ({ body: { ...FIGURES, ...last } }),
      'rpc/reconcile_payments': () => {
        last = { compared_at: '2026-11-22T12:05:00Z', compared_charges: 4 }
        return { body: { asked: true } }
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Conciliar agora' }))
  await vi.waitFor(() => expect(askedOf('rpc/reconcile_payments')).toHaveLength(1))
  expect(await screen.findByText(/4 cobranças conferidas, nenhuma divergência aberta/)).toBeTruthy()
})

test('without an institution it shows what the sides declare', async () => {
  institution.name = null
  show(
    {
      held: 0,
      held_cents: 0,
      fee_cents: 0,
      fee_months: [],
      compared_at: '',
      declared: 1,
      declared_cents: 850_000,
    },
    {
      direct_payments: [
        {
          id: 'p1',
          value_cents: 850_000,
          paid_on: '2026-11-20',
          declared_at: '2026-11-20T12:00:00Z',
          confirm_due_at: '2026-11-30T12:00:00Z',
          milestone: { position: 1, title: 'Projeto' },
          contract: CONTRACT,
        },
      ],
    },
    '/?lista=declarados',
  )
  expect(await screen.findByText(/Acerto direto, por marcos/)).toBeTruthy()
  expect(await screen.findByText(/Pago em 20\/11\/2026, segundo a empresa/)).toBeTruthy()
  expect(screen.queryByText('Em garantia')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Conciliar agora' })).toBeNull()
})
