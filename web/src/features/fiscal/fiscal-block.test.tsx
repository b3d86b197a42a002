import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { uploadPaper } from '@/api/upload'
import { FiscalBlock } from '@/features/fiscal/fiscal-block'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/upload', () => ({ uploadPaper: vi.fn() }))

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

function answers(invoices: object[], withholdings: object[], receipts: object[] = [], proofs: object[] = []) {
  serve({
    invoices: { body: invoices },
    withholdings: { body: withholdings },
    fee_receipts: { body: receipts },
    withholding_proofs: { body: proofs },
    'rpc/attach_file': { body: { id: 'f1' } },
    'rpc/prove_withheld': { body: {} },
    'rpc/confirm_withheld': { body: {} },
    'rpc/accept_withheld_proof': { body: {} },
    'rpc/contest_withheld_proof': { body: {} },
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

test('the company reads what does not agree, and refuses with a reason', async () => {
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

test('the professional sends a key with what the invoice says', async () => {
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

test('what is above the law is said, and that silence does not agree to it', async () => {
  answers([], [{ ...LINE, lawful_cents: 0 }])
  show({ side: 'professional', status: 'delivered' })
  expect(await screen.findByText(/R\$\s465,00 acima do que a lei manda reter/)).toBeTruthy()
  expect(screen.getByText(/sem a sua resposta, nada é retido/)).toBeTruthy()
  expect(screen.queryByText(/Sem resposta, valem/)).toBeNull()
})

test('the company begins with what is usual, and nothing above the rate is sent', async () => {
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

test('whoever may not pay only reads, and the fee has its receipt', async () => {
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

const PROOF = {
  id: 'p1',
  milestone_id: 'm1',
  tax: 'inss',
  value_cents: 11_000,
  settlement: 'guarantee',
  status: 'due',
  due_at: '2027-01-26T02:59:59Z',
  answer_until: null,
  round: null,
  decision: null,
  acceptances_stop_on: null,
  rounds: [],
}

const ROUND = {
  round: 1,
  reference: '8581 0000',
  file_id: 'f0',
  given_at: '2026-11-25T15:00:00Z',
  answered_at: null,
  reason: null,
  paper: { name: 'guia.pdf', path: 'c1/guia.pdf' },
}
const SHOWN = {
  ...PROOF,
  status: 'shown',
  round: 1,
  answer_until: '2026-12-06T02:59:59Z',
  rounds: [ROUND],
}

test('the company proves a withheld tax with its number and its PDF', async () => {
  vi.mocked(uploadPaper).mockResolvedValue('c1/guia.pdf')
  answers([], [], [], [PROOF])
  show({ side: 'company' })
  expect(await screen.findByText(/Envie o comprovante até 25\/01\/2027, 23h59/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar comprovante de INSS' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar comprovante' }))
  expect(dialog.getByText('Escolha o arquivo do comprovante')).toBeTruthy()
  expect(askedOf('rpc/prove_withheld')).toEqual([])
  await userEvent.type(dialog.getByLabelText('Número ou código de autenticação'), '8581 0000')
  const input = screen.getByRole('dialog').querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no input')
  await userEvent.upload(input, new File(['%PDF-1.7'], 'guia.pdf', { type: 'application/pdf' }))
  expect(await dialog.findByText('guia.pdf')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar comprovante' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/prove_withheld').map(({ body }) => body)).toEqual([
      { proof_id: 'p1', reference: '8581 0000', file_id: 'f1' },
    ]),
  )
  expect(askedOf('rpc/attach_file').map(({ body }) => body)).toEqual([
    { contract_id: 'c1', milestone_id: 'm1', purpose: 'receipt', path: 'c1/guia.pdf', name: 'guia.pdf' },
  ])
})

test('the professional reads a proof and until when, and accepts it after being asked', async () => {
  answers([], [], [], [SHOWN])
  show({ side: 'professional' })
  expect(await screen.findByText(/aceite ou conteste até 05\/12\/2026, 23h59/)).toBeTruthy()
  expect(screen.getByText(/Sem resposta, o comprovante vale, e o valor volta à empresa/)).toBeTruthy()
  const list = within(screen.getByRole('list', { name: 'Comprovantes enviados' }))
  expect(list.getByText('8581 0000')).toBeTruthy()
  expect(list.getByRole('button', { name: 'guia.pdf' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Aceitar comprovante' }))
  expect(askedOf('rpc/accept_withheld_proof')).toEqual([])
  const asked = within(await screen.findByRole('alertdialog'))
  expect(asked.getByText(/R\$\s110,00 em garantia voltam à empresa/)).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Aceitar comprovante' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/accept_withheld_proof').map(({ body }) => body)).toEqual([
      { proof_id: 'p1', round: 1 },
    ]),
  )
})

test('the professional contests a proof with a reason, and reads what the second time means', async () => {
  answers([], [], [], [{ ...SHOWN, round: 2, rounds: [CONTESTED, { ...ROUND, round: 2 }] }])
  show({ side: 'professional' })
  expect(await screen.findByText('A guia é de outra empresa.')).toBeTruthy()
  expect(screen.getByText(/^2º comprovante/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Contestar' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/segunda contestação: a administração/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar contestação' }))
  expect(dialog.getByText('Escreva o motivo.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Continua de outra.')
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar contestação' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/contest_withheld_proof').map(({ body }) => body)).toEqual([
      { proof_id: 'p1', round: 2, reason: 'Continua de outra.' },
    ]),
  )
})

const CONTESTED = { ...ROUND, answered_at: '2026-11-26T15:00:00Z', reason: 'A guia é de outra empresa.' }

test('the company reads why its proof is contested, and insists with the same paper', async () => {
  answers([], [], [], [{ ...PROOF, status: 'contested', round: 1, rounds: [CONTESTED] }])
  show({ side: 'company' })
  expect(await screen.findByText('A guia é de outra empresa.')).toBeTruthy()
  expect(screen.getByText(/outro comprovante, ou o mesmo outra vez, até 25\/01\/2027, 23h59/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar outro comprovante de INSS' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Sem outro arquivo, vai o mesmo: guia.pdf.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar comprovante' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/prove_withheld').map(({ body }) => body)).toEqual([
      { proof_id: 'p1', reference: '8581 0000', file_id: 'f0' },
    ]),
  )
  expect(askedOf('rpc/attach_file')).toEqual([])
})

test.each([
  ['mediation', {}, /A administração lê os comprovantes e os motivos, e decide/],
  ['proved', {}, /Sem resposta do profissional no prazo, o comprovante valeu, e o valor voltou à empresa/],
  [
    'proved',
    { rounds: [{ ...ROUND, answered_at: '2026-11-26T15:00:00Z' }] },
    /O profissional aceitou o comprovante/,
  ],
  ['proved', { decision: 'Conferi no portal.' }, /A administração decidiu que o comprovante vale/],
  [
    'released',
    { decision: 'Outro CNPJ.' },
    /decidiu que o recolhimento não foi comprovado: o valor foi liberado/,
  ],
])('whoever reads a tax that is %s reads why, and nothing to press (%#)', async (status, more, sentence) => {
  answers([], [], [], [{ ...SHOWN, status, answer_until: null, ...more }])
  show({ side: 'professional' })
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Enviar comprovante|Aceitar|Contestar|Recebi/ })).toBeNull()
})

test('the date from which a debt stops acceptances is said to both', async () => {
  const owed = { ...PROOF, settlement: 'direct', status: 'owed', acceptances_stop_on: '2027-02-10' }
  answers([], [], [], [owed])
  show({ side: 'company' })
  expect(
    await screen.findByText(/A partir de 10\/02\/2027, a empresa não aceita novas propostas/),
  ).toBeTruthy()
})

test('both sides read a proof, and only the professional says that a debt was paid', async () => {
  const proved = { ...SHOWN, status: 'proved', answer_until: null }
  answers([], [], [], [proved, { ...PROOF, id: 'p2', tax: 'iss', settlement: 'direct', status: 'owed' }])
  show({ side: 'professional' })
  expect(await screen.findByText('8581 0000')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Enviar comprovante/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Recebi este valor' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/confirm_withheld').map(({ body }) => body)).toEqual([{ proof_id: 'p2' }]),
  )
})
