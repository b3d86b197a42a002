import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { FirmForm } from '@/features/organisation/firm-form'
import { EMPTY_FIRM, firmOf } from '@/features/organisation/schema'
import { renderAt } from '@/lib/test-render'

type Answers = Parameters<typeof serve>[0]

function show(answers: Answers = {}) {
  serve(answers)
  const onSaved = vi.fn()
  renderAt(<FirmForm initial={EMPTY_FIRM} ownId="marina" submitLabel="Cadastrar firma" onSaved={onSaved} />)
  return onSaved
}

async function fill(document = 'DE.MO0.001/0001-07') {
  await userEvent.click(screen.getByRole('radio', { name: /^PJ/ }))
  await userEvent.type(screen.getByLabelText('Razão social'), 'Alves Automação Ltda.')
  await userEvent.type(screen.getByLabelText('CNPJ'), document)
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar firma' }))
}

test('a firm is sent with the bare CNPJ', async () => {
  const onSaved = show({ 'rpc/register_firm': { body: {} } })
  await fill()
  await expect.poll(() => onSaved.mock.calls.length).toBe(1)
  expect(askedOf('rpc/register_firm').map(({ body }) => body)).toEqual([
    { kind: 'pj', legal_name: 'Alves Automação Ltda.', document: 'DEMO0001000107', is_simples: false },
  ])
})

test('a PJ declares the Simples Nacional, a MEI is not asked', async () => {
  show({ 'rpc/register_firm': { body: {} } })
  expect(screen.queryByLabelText(/Simples Nacional/)).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: /^PJ/ }))
  await userEvent.click(screen.getByLabelText(/Simples Nacional/))
  await fill()
  await expect.poll(() => askedOf('rpc/register_firm').length).toBe(1)
  expect(askedOf('rpc/register_firm')[0]?.body).toMatchObject({ kind: 'pj', is_simples: true })
})

test('a CNPJ of another firm is refused at its field', async () => {
  const onSaved = show({ 'rpc/register_firm': { status: 409, body: { code: 'document_taken' } } })
  await fill()
  const field = screen.getByLabelText('CNPJ')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText(/Este CNPJ já está cadastrado\./)).not.toEqual([])
  expect(onSaved).not.toHaveBeenCalled()
})

test('a wrong CNPJ is not sent', async () => {
  show()
  await fill('11.111.111/1111-11')
  expect(await screen.findAllByText('CNPJ inválido.')).not.toEqual([])
  expect(askedOf('rpc/register_firm')).toEqual([])
})

test('the stored firm fills the form', () => {
  const stored = { kind: 'mei', legal_name: 'Marina Alves', document: 'DEMO0001000107', is_simples: false }
  expect(firmOf(stored)).toEqual({
    kind: 'mei',
    legal_name: 'Marina Alves',
    document: 'DE.MO0.001/0001-07',
    is_simples: false,
  })
})

test('a registered CNPJ is shown with the way to have it corrected', () => {
  serve()
  const initial = {
    kind: 'pj',
    legal_name: 'Alves Automação Ltda.',
    document: 'DE.MO0.001/0001-07',
    is_simples: true,
  } as const
  renderAt(<FirmForm initial={initial} ownId="marina" submitLabel="Salvar dados" onSaved={vi.fn()} />)
  expect(screen.queryByLabelText('CNPJ')).toBeNull()
  expect(screen.getByText('DE.MO0.001/0001-07')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Peça a correção/ }).getAttribute('href')).toBe(
    '/dashboard/configuracoes',
  )
})
