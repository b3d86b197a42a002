import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { FiscalBlock } from '@/features/fiscal/fiscal-block'
import { FiscalExport, PendingInvoices } from '@/features/fiscal/fiscal-records'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'

vi.mock(import('@/lib/device/save-blob'), () => ({ saveBlob: vi.fn() }))

const KEY = '35503082211222333000181000000000004226111234567895'

const SENT = {
  id: 'i1',
  milestone_id: 'm1',
  version: 1,
  kind: 'nfse',
  status: 'sent',
  expected_cents: 90005,
  access_key: KEY,
  number: '42',
  verification_code: null,
  issued_on: '2026-11-21',
  value_cents: 90006,
  is_read: true,
  differences: ['O valor da nota é R$ 900,06, e o do marco é R$ 900,05.'],
  reason: null,
}

const LINE = {
  id: 'w1',
  milestone_id: 'm1',
  round: 2,
  tax: 'csrf',
  gross_cents: 1_000_000,
  base_cents: 1_000_000,
  rate: 4.65,
  value_cents: 46_500,
  status: 'proposed',
  answer_due_at: '2026-11-27T03:00:00Z',
  reason: null,
  settled_cents: null,
  lawful_cents: 46_500,
  law: 'Lei 10.833/2003, arts. 30 e 31, § 3º',
}

type Shown = { side: 'company' | 'professional'; status?: 'released' | 'delivered'; mayPay?: boolean }

function show({ side, status = 'released', mayPay = true }: Shown) {
  renderAt(
    <FiscalBlock
      contractId="c1"
      milestone={{ id: 'm1', position: 1, status, value_cents: ofCents(1_000_000), owed_due_on: null }}
      side={side}
      mayPay={mayPay}
      runs
    />,
  )
}

function answers(invoices: object[], withholdings: object[], receipts: object[] = []) {
  serve({
    invoices: { body: invoices },
    withholdings: { body: withholdings },
    fee_receipts: { body: receipts },
    withholding_proofs: { body: [] },
    'rpc/answer_invoice': { body: {} },
    'rpc/answer_withholdings': { body: {} },
    'rpc/record_withholdings': { body: {} },
    'rpc/send_invoice': { body: {} },
    'rpc/suggest_withholdings': {
      body: {
        payee: 'pj',
        gross: 10000,
        lines: [{ tax: 'irrf', base: 10000, rate: 1.5, value: 150 }],
        caps: [],
        iss_items: [{ item: '7.02', description: 'Obras' }],
      },
    },
  })
}

test('the company sees the differences and refuses with a reason', async () => {
  answers([SENT], [])
  show({ side: 'company' })
  expect(await screen.findByText('Enviada')).toBeTruthy()
  expect(within(screen.getByRole('list', { name: 'Divergências' })).getByText(/900,06/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /portal nacional/ }).getAttribute('href')).toContain(KEY)
  await userEvent.click(screen.getByRole('button', { name: 'Recusar nota' }))
  await userEvent.type(screen.getByLabelText('Motivo'), 'Um centavo a mais')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar recusa' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/answer_invoice').map(({ body }) => body)).toEqual([
      { invoice_id: 'i1', accept: false, reason: 'Um centavo a mais' },
    ]),
  )
})

test('the professional sends an access key with the data of the invoice', async () => {
  answers([], [])
  show({ side: 'professional' })
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar nota fiscal' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/Chave de acesso/), KEY)
  await userEvent.type(dialog.getByLabelText('Número da nota'), '42')
  await userEvent.type(dialog.getByLabelText('Dia da emissão'), '2026-11-21')
  await userEvent.type(dialog.getByLabelText('Valor bruto'), '900,05')
  await userEvent.type(dialog.getByLabelText('CNPJ do tomador'), '12ABC34501DE35')
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar nota' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/send_invoice').map(({ body }) => body)).toEqual([
      {
        milestone_id: 'm1',
        kind: 'nfse',
        access_key: KEY,
        number: '42',
        issued_on: '2026-11-21',
        value: '900.05',
        taker_document: '12ABC34501DE35',
      },
    ]),
  )
})

test('the professional reads gross, tax and net, and agrees to the round that was read', async () => {
  answers([], [LINE])
  show({ side: 'professional', status: 'delivered' })
  expect(await screen.findByText(/CSRF \(PIS, COFINS e CSLL\), 4,65%/)).toBeTruthy()
  expect(screen.getByText(/R\$\s9\.535,00/)).toBeTruthy()
  expect(screen.getByText(/Sem resposta, valem/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Aceitar retenções' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/answer_withholdings').map(({ body }) => body)).toEqual([
      { milestone_id: 'm1', round: 2, accept: true },
    ]),
  )
})

test('an amount above the lawful one is marked, and silence does not accept it', async () => {
  answers([], [{ ...LINE, lawful_cents: 0 }])
  show({ side: 'professional', status: 'delivered' })
  expect(await screen.findByText(/R\$\s465,00 acima do que a lei manda reter/)).toBeTruthy()
  expect(screen.getByText(/sem a sua resposta, nada é retido/)).toBeTruthy()
  expect(screen.queryByText(/Sem resposta, valem/)).toBeNull()
})

test('the form starts with suggestions, and an amount above the rate is not sent', async () => {
  answers([], [])
  show({ side: 'company', status: 'delivered' })
  await userEvent.click(await screen.findByRole('button', { name: 'Registrar retenções' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Preencher' }))
  expect(await dialog.findByText(/líquido R\$\s9\.850,00/)).toBeTruthy()
  const value = dialog.getByLabelText('Valor de IRRF')
  await userEvent.clear(value)
  await userEvent.type(value, '150,01')
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar ao profissional' }))
  expect(dialog.getByRole('alert')).toBeTruthy()
  expect(askedOf('rpc/record_withholdings')).toEqual([])
  await userEvent.clear(value)
  await userEvent.type(value, '149,99')
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar ao profissional' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/record_withholdings').map(({ body }) => body)).toEqual([
      {
        milestone_id: 'm1',
        labour: false,
        lines: [{ tax: 'irrf', base: '10000.00', rate: '1.50', value: '149.99' }],
      },
    ]),
  )
})

test('a role without the right to pay only reads, and the fee has a receipt', async () => {
  answers(
    [{ ...SENT, status: 'checked', differences: [] }],
    [{ ...LINE, status: 'agreed', settled_cents: 46_500 }],
    [{ milestone_id: 'm1', number: 7 }],
  )
  show({ side: 'professional', mayPay: false })
  expect(await screen.findByText('Conferida')).toBeTruthy()
  expect(screen.getByText(/recolhe os tributos retidos em nome do profissional/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Recibo da taxa de serviço' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Enviar|Aceitar|Contestar/ })).toBeNull()
})

const ABOUT = {
  contract: { id: 'c1', number: 7, company_id: 'serra', professional_id: 'marina', title: 'Retrofit' },
  milestone: { position: 1, title: 'Projeto' },
}

test('the lines and the report of a period are asked of the server', async () => {
  serve({ 'functions/fiscal_sheet': new Response(''), 'functions/period_report': new Response('') })
  renderAt(<FiscalExport partyId="marina" />)
  await userEvent.click(screen.getByRole('button', { name: 'Em CSV' }))
  await userEvent.click(screen.getByRole('button', { name: /Baixar relatório/ }))
  for (const target of ['functions/fiscal_sheet', 'functions/period_report']) {
    await vi.waitFor(() => expect(askedOf(target)).toHaveLength(1))
    expect(JSON.stringify(askedOf(target)[0]?.body)).toMatch(
      /^\{"party_id":"marina","from":"\d{4}-\d\d-01","to":"\d{4}-\d\d-\d\d"\}$/,
    )
  }
})

test('the export offers a workbook beside the CSV, with keys and documents as text', async () => {
  serve({ 'functions/fiscal_sheet': new Response('') })
  renderAt(<FiscalExport partyId="marina" />)
  await userEvent.click(screen.getByRole('button', { name: /Baixar linhas fiscais \(Excel\)/ }))
  await vi.waitFor(() => expect(askedOf('functions/fiscal_sheet')).toHaveLength(1))
  expect(askedOf('functions/fiscal_sheet')[0]?.body).toMatchObject({ party_id: 'marina', format: 'xlsx' })
})

test('a period that ends before it begins is reported and not requested', () => {
  serve({})
  renderAt(<FiscalExport partyId="marina" />)
  const end = screen.getByLabelText('Até')
  fireEvent.change(screen.getByLabelText('De'), { target: { value: '2026-11-20' } })
  fireEvent.change(end, { target: { value: '2026-11-19' } })
  expect(screen.getByText('O fim vem antes do começo')).toBeTruthy()
  expect(end.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('button', { name: /Baixar relatório/ }).hasAttribute('disabled')).toBe(true)
  fireEvent.change(end, { target: { value: '2026-11-20' } })
  expect(screen.queryByText('O fim vem antes do começo')).toBeNull()
})

test('an invoice that is missing leads to its contract', async () => {
  serve({
    invoices: { body: [{ ...ABOUT, id: 'i1', kind: 'rpa', status: 'pending', expected_cents: 90005 }] },
  })
  renderAt(<PendingInvoices partyId="marina" />)
  expect(await screen.findByText('Pendente')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Projeto' }).getAttribute('href')).toContain('c1')
  expect(screen.getByText(/R\$\s900,05/)).toBeTruthy()
})
