import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as Config from '@/api/config'
import { askedOf, serve, type Answers } from '@/api/test-server'
import { ReceiverSection } from '@/features/receiver/receiver-section'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/config', async (original) => ({
  ...(await original<typeof Config>()),
  useInstitution: () => 'Instituição Simulada',
}))

const PERSON = {
  party_id: 'marina',
  name: 'Marina Alves',
  document: '52998224725',
  kind: '',
  institution: 'Instituição Simulada',
}
const RECEIVER = {
  party_id: 'marina',
  institution: 'Instituição Simulada',
  status: 'pending',
  onboarding_url: 'https://cadastro.invalid/1',
  reason: null,
  updated_at: '2026-11-22T12:00:00Z',
}

beforeEach(() => localStorage.clear())

function show(answers: Answers) {
  serve(answers)
  renderAt(<ReceiverSection partyId="marina" />)
}

async function fill() {
  await userEvent.type(await screen.findByLabelText('Data de nascimento'), '1984-05-14')
  await userEvent.type(screen.getByLabelText('Renda mensal média'), '18.000,00')
  await userEvent.type(screen.getByLabelText('Telefone com DDD'), '(54) 99999-1234')
  await userEvent.type(screen.getByLabelText('CEP'), '95010-000')
  await userEvent.type(screen.getByLabelText('Bairro'), 'Centro')
  await userEvent.type(screen.getByLabelText('Rua ou avenida'), 'Rua Os Dezoito do Forte')
  await userEvent.type(screen.getByLabelText('Número'), '100')
}

test('without an account it shows the form of the institution’s data, with the known document', async () => {
  show({ 'rpc/read_holder': { body: PERSON }, 'rpc/open_receiver': { body: { status: 'pending' } } })
  await fill()
  expect(screen.getByText('529.982.247-25')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar cadastro' }))
  await vi.waitFor(() => expect(askedOf('rpc/open_receiver')).toHaveLength(1))
  expect(askedOf('rpc/open_receiver')[0]?.body).toEqual({
    party_id: 'marina',
    birth_on: '1984-05-14',
    monthly_income: '18000.00',
    phone: '54999991234',
    postal_code: '95010000',
    address: 'Rua Os Dezoito do Forte',
    address_number: '100',
    complement: '',
    district: 'Centro',
  })
})

test('a missing value is reported at its field', async () => {
  show({ 'rpc/read_holder': { body: PERSON } })
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar cadastro' }))
  expect(await screen.findAllByText('Informe o telefone com DDD')).toHaveLength(2)
  expect(askedOf('rpc/open_receiver')).toHaveLength(0)
})

test('a refusal of the institution is shown at its field', async () => {
  show({
    'rpc/read_holder': { body: PERSON },
    'rpc/open_receiver': {
      status: 422,
      body: { code: 'receiver_data_wrong', message: 'x', details: 'postal_code: O CEP informado é inválido' },
    },
  })
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar cadastro' }))
  expect((await screen.findAllByText('O CEP informado é inválido')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText('CEP').getAttribute('aria-invalid')).toBe('true')
})

test('a firm gives its kind instead of a date of birth', async () => {
  show({ 'rpc/read_holder': { body: { ...PERSON, document: '11222333000181', kind: 'pj' } } })
  expect(await screen.findByLabelText('Tipo de empresa')).toBeTruthy()
  expect(screen.getByText('11.222.333/0001-81')).toBeTruthy()
  expect(screen.queryByLabelText('Data de nascimento')).toBeNull()
})

test.each([
  ['pending', 'Esperando documentos', /um documento com foto e uma selfie/],
  ['reviewing', 'Em análise', /não há nada a fazer/],
  ['approved', 'Aprovada', /já podem pagar os seus marcos com garantia/],
  ['rejected', 'Recusada', /envie os documentos outra vez/],
])('an account that is %s says so and what to do', async (status, label, todo) => {
  show({ receivers: [{ ...RECEIVER, status }] })
  expect(await screen.findByText(label)).toBeTruthy()
  expect(screen.getByText(todo)).toBeTruthy()
})

test('a refused account shows the reason and a link to continue', async () => {
  show({ receivers: [{ ...RECEIVER, status: 'rejected', reason: 'Selfie ilegível' }] })
  expect(await screen.findByText('Selfie ilegível')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Enviar documentos' }).getAttribute('href')).toBe(
    'https://cadastro.invalid/1',
  )
})
