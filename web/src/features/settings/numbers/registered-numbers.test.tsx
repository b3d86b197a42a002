import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { RegisteredNumbers } from '@/features/settings/numbers/registered-numbers'
import { renderAt } from '@/lib/test-render'

const MARINA = { id: 'marina', role: 'professional' }
const FIRM = {
  id: 'marina',
  role: 'professional',
  legal_name: 'Alves Automação Ltda.',
  document: 'DEMO0001000107',
}
const CORRECTION = {
  id: 'c1',
  party_id: 'marina',
  kind: 'cpf',
  new_document: '52998224725',
  status: 'waiting',
  answer: null,
  created_at: '2026-11-20T12:00:00Z',
  decided_at: null,
}

function show(rows: Parameters<typeof serve>[0] = {}, managed: string[] = []) {
  serve({ accounts: [{ document: '90000001147' }], organisations: [], corrections: [], ...rows })
  renderAt(<RegisteredNumbers profile={MARINA} managed={managed} />)
}

test('a correction of the CPF is asked for with its reason', async () => {
  show({ 'rpc/request_correction': { body: { id: 'c1', status: 'waiting' } } })
  expect(await screen.findByText('•••••••1147')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Corrigir CPF' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corrigir CPF' }))
  expect(await dialog.findByText(/continuam com o número de antes/)).toBeTruthy()
  expect(dialog.getByText(/Uma conta de recebimento já aberta é do número atual/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('CPF certo'), '52998224726')
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir correção' }))
  expect(await dialog.findAllByText('CPF inválido.')).not.toEqual([])
  expect(dialog.getAllByText('Escreva o motivo')).not.toEqual([])
  await userEvent.type(dialog.getByLabelText('CPF certo'), '{Backspace}5')
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Troquei um dígito.')
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir correção' }))
  await expect
    .poll(() => askedOf('rpc/request_correction').map(({ body }) => body))
    .toEqual([{ party_id: 'marina', kind: 'cpf', document: '52998224725', reason: 'Troquei um dígito.' }])
})

test('a pending correction is shown as such and can be withdrawn', async () => {
  show({ corrections: [CORRECTION], 'rpc/withdraw_correction': { body: { id: 'c1', status: 'withdrawn' } } })
  expect(await screen.findByText('Em análise')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Corrigir CPF' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Retirar pedido' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Retirar pedido' }))
  await expect
    .poll(() => askedOf('rpc/withdraw_correction').map(({ body }) => body))
    .toEqual([{ correction_id: 'c1' }])
})

test('a refusal shows its reason, and a new request is possible', async () => {
  show({
    corrections: [
      { ...CORRECTION, status: 'refused', answer: 'É de outra pessoa.', decided_at: '2026-11-21T12:00:00Z' },
    ],
  })
  expect(await screen.findByText('Correção recusada')).toBeTruthy()
  expect(screen.getByText(/Em 21\/11\/2026\. É de outra pessoa\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Corrigir CPF' })).toBeTruthy()
})

test('a firm has its CNPJ beside the CPF of its founder', async () => {
  show({ organisations: [FIRM] }, ['marina'])
  expect(await screen.findByText('CNPJ de Alves Automação Ltda.')).toBeTruthy()
  expect(screen.getByText('••••••••••0107')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Corrigir CPF' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corrigir CPF' }))
  expect(await dialog.findByText(/continuam com o número de antes/)).toBeTruthy()
  expect(dialog.queryByText(/conta de recebimento/)).toBeNull()
})

test('a failed request is reported in its place', async () => {
  show({ corrections: { status: 500, body: {} } })
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
})
