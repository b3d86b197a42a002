import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { Corrections } from '@/features/admin/personal-data/corrections'
import { PersonalData } from '@/features/admin/personal-data/personal-data'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const CONTRACT = {
  id: 'c1',
  number: 12,
  created_at: '2026-11-01T12:00:00Z',
  project: { title: 'Retrofit da envasadora' },
  company: { id: 's', name: 'Serra Azul', removed_at: null },
  professional: { id: 'm', name: 'Usuário removido', removed_at: '2026-11-10T12:00:00Z' },
}

const SEALED = {
  contract_id: 'c1',
  parties: [
    {
      side: 'professional',
      legal_name: 'Marina Alves',
      document: '90000001147',
      email: 'marina@exemplo.com.br',
      sealed_at: '2026-11-10T12:00:00Z',
      keep_until: '2031-11-10T12:00:00Z',
    },
  ],
}

const PROFILE = { id: 'r', name: 'Rafael Nunes', role: 'professional', status: 'active' }
const CONFLICT = {
  document: '90000001147',
  created_at: '2026-11-01T12:00:00Z',
  profile_id: 'r',
  first: { email: 'marina@exemplo.com.br', profile: { ...PROFILE, id: 'm', name: 'Marina Alves' } },
  later: { email: 'rafael@exemplo.com.br', profile: { ...PROFILE, status: 'blocked' } },
}

beforeEach(() =>
  serve({
    contracts: [CONTRACT],
    'rpc/read_sealed_party': { body: SEALED },
    'rpc/lift_bar': { body: { lifted: true } },
  }),
)

async function find(number: string) {
  renderAt(<PersonalData />)
  await userEvent.type(screen.getByLabelText('Número do contrato'), number)
  await userEvent.click(screen.getByRole('button', { name: 'Buscar contrato' }))
}

async function openDialog() {
  await find('CTR-0012')
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir dados sob sigilo' }))
  return screen.findByRole('dialog', { name: 'Abrir os dados de CTR-0012?' })
}

test('a contract is found by its number and shows which side erased its account', async () => {
  await find('CTR-0012')
  expect(await screen.findByText('Retrofit da envasadora')).toBeTruthy()
  expect(screen.getByText(/saiu em 10\/11\/2026/)).toBeTruthy()
  expect(askedOf('contracts')[0]?.query.number).toBe('eq.12')
  expect(askedOf('rpc/read_sealed_party')).toEqual([])
})

test('an invalid contract number is not searched', async () => {
  await find('contrato')
  expect(await screen.findByText('Escreva o número, como CTR-0012.')).toBeTruthy()
  expect(askedOf('contracts')).toEqual([])
})

test('a number without a contract says so', async () => {
  serve()
  await find('7')
  expect(await screen.findByText('Contrato não encontrado')).toBeTruthy()
})

test('a contract whose two sides still exist has nothing to unseal', async () => {
  serve({ contracts: [{ ...CONTRACT, professional: { ...CONTRACT.professional, removed_at: null } }] })
  await find('12')
  expect(await screen.findByText(/As duas partes continuam na plataforma/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Abrir dados sob sigilo' })).toBeNull()
})

test('unsealing warns that it is recorded and requires a reason', async () => {
  const dialog = await openDialog()
  expect(
    within(dialog).getByText(/fica registrada na auditoria, com o seu nome, a data e o motivo/),
  ).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Registrar e abrir' }))
  expect(await within(dialog).findByText('Escreva o motivo.')).toBeTruthy()
  expect(askedOf('rpc/read_sealed_party')).toEqual([])
})

test('with a reason the data is shown, with a formatted document', async () => {
  const dialog = await openDialog()
  await userEvent.type(within(dialog).getByLabelText('Motivo'), ' Ofício 12/2026 ')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Registrar e abrir' }))
  const opened = await screen.findByRole('list', { name: 'Dados sob sigilo' })
  expect(opened.textContent).toContain('Marina Alves')
  expect(opened.textContent).toContain('900.000.011-47')
  expect(askedOf('rpc/read_sealed_party')[0]?.body).toEqual({ contract_id: 'c1', reason: 'Ofício 12/2026' })
})

test('a refusal unseals nothing and is reported', async () => {
  serve({
    contracts: [CONTRACT],
    'rpc/read_sealed_party': { body: { code: 'nothing_sealed', message: 'Não há dados.' }, status: 404 },
  })
  const dialog = await openDialog()
  await userEvent.type(within(dialog).getByLabelText('Motivo'), 'Ofício')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Registrar e abrir' }))
  await expect.poll(() => currentToast()?.title).toBe('Dados não abertos')
})

test('a bar is lifted after a confirmation that mentions the audit log', async () => {
  renderAt(<PersonalData />)
  await userEvent.type(screen.getByLabelText('CPF, CNPJ ou e-mail'), '900.000.011-47')
  await userEvent.click(screen.getByRole('button', { name: 'Liberar cadastro' }))
  const asked = await screen.findByRole('alertdialog', { name: 'Liberar este cadastro?' })
  expect(asked.textContent).toContain('fica registrada na auditoria')
  expect(askedOf('rpc/lift_bar')).toEqual([])
  await userEvent.click(within(asked).getByRole('button', { name: 'Liberar cadastro' }))
  await expect.poll(() => currentToast()?.title).toBe('Cadastro liberado')
  expect(askedOf('rpc/lift_bar')[0]?.body).toEqual({ value: '900.000.011-47' })
})

test('a value that was never barred is reported, and an invalid one is not sent', async () => {
  serve({ 'rpc/lift_bar': { body: { lifted: false } } })
  renderAt(<PersonalData />)
  const value = screen.getByLabelText('CPF, CNPJ ou e-mail')
  await userEvent.type(value, 'Marina')
  await userEvent.click(screen.getByRole('button', { name: 'Liberar cadastro' }))
  expect(await screen.findByText('Escreva um CPF, um CNPJ ou um e-mail.')).toBeTruthy()
  await userEvent.clear(value)
  await userEvent.type(value, 'marina@exemplo.com.br')
  await userEvent.click(screen.getByRole('button', { name: 'Liberar cadastro' }))
  const asked = await screen.findByRole('alertdialog')
  await userEvent.click(within(asked).getByRole('button', { name: 'Liberar cadastro' }))
  await expect.poll(() => currentToast()?.title).toBe('Nada estava barrado')
})

test('document conflicts name both accounts, each linked to its user', async () => {
  serve({ document_conflicts: [CONFLICT] })
  renderAt(<PersonalData />)
  const table = await screen.findByRole('table', { name: 'Documentos em conflito' })
  expect(within(table).getByText('900.000.011-47')).toBeTruthy()
  expect(within(table).getByText('Bloqueado')).toBeTruthy()
  const first = within(table).getByRole('link', { name: 'Marina Alves' })
  // By constraint: accounts has a profile_id of its own, and the column names both.
  expect(askedOf('document_conflicts')[0]?.query.select).toContain('document_conflicts_profile_id_fkey')
  expect(first.getAttribute('href')).toBe('/dashboard/admin?aba=usuarios&q=marina%40exemplo.com.br')
})

test('the list says when there is no conflict, and an error can be retried', async () => {
  serve({ document_conflicts: 500 })
  renderAt(<PersonalData />)
  const retry = await screen.findByRole('button', { name: /Tentar/ })
  serve()
  await userEvent.click(retry)
  expect(await screen.findByText('Nenhum documento em conflito')).toBeTruthy()
})

const ASKED = {
  id: 'c1',
  party_id: 's',
  kind: 'cnpj',
  old_document: 'DEMO0001000107',
  new_document: 'DEMO0002000151',
  reason: 'Digitei o da filial.',
  created_at: '2026-11-20T12:00:00Z',
  party: { id: 's', name: 'Serra Azul', role: 'company', status: 'active' },
  asker: { id: 'e', name: 'Eva Martins' },
}

test('a pending correction shows both numbers and can be approved', async () => {
  serve({ corrections: [ASKED], 'rpc/decide_correction': { body: { id: 'c1', status: 'approved' } } })
  renderAt(<Corrections />)
  expect(await screen.findByText('DE.MO0.002/0001-51')).toBeTruthy()
  expect(screen.getByText('DE.MO0.001/0001-07').tagName).toBe('DEL')
  expect(screen.getByText('por Eva Martins')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Aprovar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Aprovar correção' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Correção aprovada'))
  expect(askedOf('rpc/decide_correction').map(({ body }) => body)).toEqual([
    { correction_id: 'c1', status: 'approved' },
  ])
})

test('a number of another account is reported, and a refusal takes a reason', async () => {
  serve({ corrections: [ASKED], 'rpc/decide_correction': { status: 409, body: { code: 'number_taken' } } })
  renderAt(<Corrections />)
  await userEvent.click(await screen.findByRole('button', { name: 'Recusar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Recusar esta correção?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Recusar correção' }))
  expect(await dialog.findByText('Escreva o motivo.')).toBeTruthy()
  expect(askedOf('rpc/decide_correction')).toEqual([])
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Não confere.')
  await userEvent.click(dialog.getByRole('button', { name: 'Recusar correção' }))
  await vi.waitFor(() => expect(currentToast()?.description).toMatch(/Este número já é de outra conta/))
  expect(askedOf('rpc/decide_correction')[0]?.body).toEqual({
    correction_id: 'c1',
    status: 'refused',
    reason: 'Não confere.',
  })
})
