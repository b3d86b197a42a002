import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { uploadPaper } from '@/api/request/upload'
import { askedOf, serve } from '@/api/test-server'
import { FiscalBlock } from '@/features/fiscal/fiscal-block'
import { MediationQueue } from '@/features/fiscal/proof/mediation-queue'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

vi.mock('@/api/request/upload', () => ({ uploadPaper: vi.fn() }))

function show(side: 'company' | 'professional') {
  renderAt(
    <FiscalBlock
      contractId="c1"
      milestone={{
        id: 'm1',
        position: 1,
        status: 'released',
        value_cents: ofCents(1_000_000),
        owed_due_on: null,
      }}
      side={side}
      mayPay
      runs
    />,
  )
}

function answers(proofs: object[]) {
  serve({
    invoices: [],
    withholdings: [],
    fee_receipts: [],
    withholding_proofs: { body: proofs },
    'rpc/attach_file': { body: { id: 'f1' } },
    'rpc/prove_withheld': { body: {} },
    'rpc/confirm_withheld': { body: {} },
    'rpc/accept_withheld_proof': { body: {} },
    'rpc/contest_withheld_proof': { body: {} },
  })
}

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
  answers([PROOF])
  show('company')
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
  answers([SHOWN])
  show('professional')
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
  answers([{ ...SHOWN, round: 2, rounds: [CONTESTED, { ...ROUND, round: 2 }] }])
  show('professional')
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
  answers([{ ...PROOF, status: 'contested', round: 1, rounds: [CONTESTED] }])
  show('company')
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
  answers([{ ...SHOWN, status, answer_until: null, ...more }])
  show('professional')
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Enviar comprovante|Aceitar|Contestar|Recebi/ })).toBeNull()
})

test('the date from which a debt stops acceptances is said to both', async () => {
  const owed = { ...PROOF, settlement: 'direct', status: 'owed', acceptances_stop_on: '2027-02-10' }
  answers([owed])
  show('company')
  expect(
    await screen.findByText(/A partir de 10\/02\/2027, a empresa não aceita novas propostas/),
  ).toBeTruthy()
})

test('both sides read a proof, and only the professional says that a debt was paid', async () => {
  const proved = { ...SHOWN, status: 'proved', answer_until: null }
  answers([proved, { ...PROOF, id: 'p2', tax: 'iss', settlement: 'direct', status: 'owed' }])
  show('professional')
  expect(await screen.findByText('8581 0000')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Enviar comprovante/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Recebi este valor' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/confirm_withheld').map(({ body }) => body)).toEqual([{ proof_id: 'p2' }]),
  )
})

const ANSWERED_ROUND = {
  round: 1,
  reference: '8581 0000',
  file_id: 'f1',
  given_at: '2026-11-25T15:00:00Z',
  answered_at: '2026-11-26T15:00:00Z',
  reason: 'A guia é de outra empresa.',
  paper: { name: 'guia.pdf', path: 'c1/guia.pdf' },
}

const MEDIATED = {
  id: 'p1',
  tax: 'iss',
  value_cents: 4_500,
  settlement: 'guarantee',
  created_at: '2026-11-20T12:00:00Z',
  milestone: { position: 1, title: 'Projeto' },
  contract: {
    number: 42,
    company: { name: 'Serra Azul' },
    professional: { name: 'Marina Alves' },
    project: { title: 'Retrofit' },
  },
  rounds: [
    ANSWERED_ROUND,
    { ...ANSWERED_ROUND, round: 2, reference: '8581 0001', reason: 'Continua de outra.' },
  ],
}

test('an administrator reads both proofs and both reasons, and decides with one', async () => {
  serve({ withholding_proofs: [MEDIATED], 'rpc/decide_withheld': { body: { id: 'p1', status: 'released' } } })
  renderAt(<MediationQueue />)
  expect(await screen.findByRole('heading', { name: 'Retrofit: Projeto' })).toBeTruthy()
  expect(screen.getByText(/Serra Azul e Marina Alves, contrato nº/)).toBeTruthy()
  for (const said of [
    '8581 0000',
    '8581 0001',
    'A guia é de outra empresa.',
    'Continua de outra.',
    'R$ 45,00',
  ])
    expect(screen.getByText(said)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'guia.pdf' })).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Não comprovado' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/R\$\s45,00 em garantia vão para o profissional/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Dar por não comprovado' }))
  expect(await dialog.findByText('Escreva o motivo.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Outro CNPJ.')
  await userEvent.click(dialog.getByRole('button', { name: 'Dar por não comprovado' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Decisão registrada'))
  expect(askedOf('rpc/decide_withheld').map(({ body }) => body)).toEqual([
    { proof_id: 'p1', outcome: 'unproved', reason: 'Outro CNPJ.' },
  ])
})

test('a refused decision says why and keeps the text of the reason', async () => {
  serve({
    withholding_proofs: [{ ...MEDIATED, settlement: 'direct' }],
    'rpc/decide_withheld': { status: 409, body: { code: 'withheld_not_movable' } },
  })
  renderAt(<MediationQueue />)
  await userEvent.click(await screen.findByRole('button', { name: 'Comprovado' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/A empresa não deve o valor/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Confere.')
  await userEvent.click(dialog.getByRole('button', { name: 'Dar por comprovado' }))
  await vi.waitFor(() => expect(currentToast()?.description).toMatch(/contestado no banco/))
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Motivo').value).toBe('Confere.')
})

test('an empty queue says so', async () => {
  serve({ withholding_proofs: [] })
  renderAt(<MediationQueue />)
  expect(await screen.findByText('Nenhum comprovante a decidir.')).toBeTruthy()
})

test('a queue that failed to load can be retried', async () => {
  serve({ withholding_proofs: { status: 500, body: {} } })
  renderAt(<MediationQueue />)
  expect(await screen.findByRole('button', { name: /Tentar/ })).toBeTruthy()
})
