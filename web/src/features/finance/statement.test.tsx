import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { Balance } from '@/features/finance/balance'
import { OwedList } from '@/features/finance/owed-list'
import { Statement } from '@/features/finance/statement'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/session/session', () => ({ useSession: () => ({ status: 'signed-out' }) }))
vi.mock(import('@/lib/device/save-blob'), () => ({ saveBlob: vi.fn() }))

const LINES = [
  {
    id: 'l2',
    at: '2026-11-20T12:00:00Z',
    kind: 'fee',
    value: '-100.05',
    contract_id: 'c1',
    milestone_id: 'm1',
  },
  {
    id: 'l1',
    at: '2026-11-20T12:00:00Z',
    kind: 'release',
    value: '1000.50',
    contract_id: 'c1',
    milestone_id: 'm1',
  },
]
const CONTRACTS = [{ id: 'c1', number: 7, title: 'Retrofit da envasadora', milestones: [] }]

test('every line says what it is, of which contract, and how much', async () => {
  serve({ statement: LINES, contracts: CONTRACTS })
  renderAt(<Statement partyId="marina" />)
  const table = await screen.findByRole('table', { name: 'Extrato' })
  const contracts = await within(table).findAllByRole('link', { name: 'Retrofit da envasadora' })
  expect(contracts.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('/dashboard/contratos/c1'))
  expect(within(table).getAllByText('CTR-0007')).toHaveLength(2)
  expect(within(table).getByText('Taxa da plataforma')).toBeTruthy()
  expect(within(table).getByText('-R$ 100,05')).toBeTruthy()
  expect(within(table).getByText('R$ 1.000,50')).toBeTruthy()
  expect(askedOf('statement')[0]?.query.party_id).toBe('eq.marina')
})

test('the kind is sent to the server and is in the address', async () => {
  serve({ statement: [] })
  renderAt(<Statement partyId="marina" />)
  expect(await screen.findByText('Nenhum lançamento')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Taxas' }))
  expect(await screen.findByText('Nenhum lançamento deste tipo')).toBeTruthy()
  expect(askedOf('statement').at(-1)?.query.kind).toBe('eq.fee')
})

test('the file is asked for with the kind that is shown', async () => {
  serve({ statement: LINES, contracts: CONTRACTS, 'functions/statement_sheet': new Response('') })
  renderAt(<Statement partyId="marina" />, { path: '/', entries: ['/?tipo=fee'] })
  await userEvent.click(await screen.findByRole('button', { name: 'Baixar CSV' }))
  await vi.waitFor(() =>
    expect(askedOf('functions/statement_sheet')[0]?.body).toEqual({ party_id: 'marina', kind: 'fee' }),
  )
})

test('a company sees its balance in guarantee', async () => {
  serve({ 'rpc/money_balance': { body: { available: 0, held: 2500.5 } } })
  renderAt(<Balance partyId="serra" isEarning={false} />)
  expect(await screen.findByText('R$ 2.500,50')).toBeTruthy()
  expect(screen.queryByText('Disponível')).toBeNull()
})

test('a professional also sees the available balance', async () => {
  serve({ 'rpc/money_balance': { body: { available: 10.1, held: 0 } } })
  renderAt(<Balance partyId="marina" isEarning />)
  expect(await screen.findByText('Disponível')).toBeTruthy()
  expect(screen.getByText('R$ 10,10')).toBeTruthy()
})

test('a payout is asked for with the own key and the password', async () => {
  serve({
    'rpc/money_balance': { body: { available: 810, held: 0 } },
    'rpc/request_payout': { body: { id: 'p1', status: 'requested', value: 500 } },
  })
  renderAt(<Balance partyId="marina" isEarning />)
  await userEvent.click(await screen.findByRole('button', { name: 'Sacar por Pix' }))
  const value = screen.getByLabelText('Valor')
  await userEvent.clear(value)
  await userEvent.type(value, '500')
  await userEvent.click(screen.getByRole('button', { name: 'Pedir saque' }))
  expect(screen.getByText('Informe a chave Pix')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Chave Pix (CPF ou CNPJ)'), '529.982.247-25')
  await userEvent.type(screen.getByLabelText('Sua senha'), 'demo1234')
  await userEvent.click(screen.getByRole('button', { name: 'Pedir saque' }))
  await vi.waitFor(() => expect(askedOf('rpc/request_payout')).toHaveLength(1))
  expect(askedOf('rpc/request_payout')[0]?.body).toEqual({
    party_id: 'marina',
    value: '500.00',
    pix_key: '529.982.247-25',
    password: 'demo1234',
  })
})

test('a refused key is said at its field', async () => {
  serve({
    'rpc/money_balance': { body: { available: 810, held: 0 } },
    'rpc/request_payout': { status: 422, body: { code: 'payout_key_not_own', message: 'x' } },
  })
  renderAt(<Balance partyId="marina" isEarning />)
  await userEvent.click(await screen.findByRole('button', { name: 'Sacar por Pix' }))
  await userEvent.type(screen.getByLabelText('Chave Pix (CPF ou CNPJ)'), '111.444.777-35')
  await userEvent.type(screen.getByLabelText('Sua senha'), 'demo1234')
  await userEvent.click(screen.getByRole('button', { name: 'Pedir saque' }))
  expect(await screen.findByText(/A chave Pix precisa ser o CPF do titular/)).toBeTruthy()
})

test('an owed milestone says who pays whom, and when it is late', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  const contract = { id: 'c1', number: 7, company_id: 'serra', professional_id: 'marina', title: 'Retrofit' }
  serve({
    milestones: [
      {
        id: 'm1',
        position: 1,
        title: 'Levantamento',
        value_cents: 100_000,
        owed_due_on: '2026-11-19',
        payments: [],
        contract,
      },
      {
        id: 'm2',
        position: 2,
        title: 'TAF',
        value_cents: 200_000,
        owed_due_on: '2026-11-20',
        payments: [],
        contract,
      },
      {
        id: 'm3',
        position: 3,
        title: 'TAC',
        value_cents: 1,
        owed_due_on: '2026-11-01',
        payments: [{ status: 'declared' }],
        contract,
      },
    ],
  })
  renderAt(<OwedList partyId="marina" />)
  const [late, due, said] = await screen.findAllByRole('listitem')
  expect(late?.textContent).toContain('A receber até 19/11/2026 Em atraso')
  expect(due?.textContent).toContain('A receber até 20/11/2026')
  expect(due?.textContent).not.toContain('Em atraso')
  expect(said?.textContent).toContain('A receber até 01/11/2026 Pago, falta confirmar')
  vi.useRealTimers()
})
