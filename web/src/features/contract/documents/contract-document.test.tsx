import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ContractDocument } from '@/features/contract/documents/contract-document'
import { renderAt } from '@/lib/test-render'

const DOCUMENT = {
  contract_id: 'c1',
  number: 7,
  content:
    'CONTRATO DE PRESTAÇÃO DE SERVIÇOS CTR-0007\n\n6. ENTREGA E ACEITE\nATENÇÃO: 14 dias para responder.',
  sha256: 'ab'.repeat(32),
  is_recorded: true,
  kept_at: null,
  acceptances: [
    { side: 'company', name: 'Eva Souza', at: '2026-11-20T12:00:00Z', address: '203.0.113.9' },
    { side: 'professional', name: 'Marina Alves', at: '2026-11-18T12:00:00Z', address: '' },
  ],
}

test('shows the text, its digest and who agreed to it, when and from where', async () => {
  serve({ 'rpc/read_contract_document': { body: DOCUMENT } })
  renderAt(<ContractDocument contractId="c1" />)
  expect(await screen.findByRole('heading', { level: 1, name: /CTR-0007$/ })).toBeTruthy()
  expect(screen.getByText('ATENÇÃO: 14 dias para responder.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Aceite eletrônico registrado' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Contratante: Eva Souza, em 20/11/2026 às 09:00 (IP 203.0.113.9)',
    'Contratado: Marina Alves, em 18/11/2026 às 09:00',
  ])
  expect(screen.getByText('ab'.repeat(32))).toBeTruthy()
  expect(askedOf('rpc/read_contract_document')[0]?.body).toEqual({ contract_id: 'c1' })
})

test('a contract whose names were kept after the acceptance says so', async () => {
  serve({ 'rpc/read_contract_document': { body: { ...DOCUMENT, kept_at: '2026-11-26T12:00:00Z' } } })
  renderAt(<ContractDocument contractId="c1" />)
  expect(await screen.findByText(/foi guardado em 26\/11\/2026, depois do aceite/)).toBeTruthy()
})

test('a document that failed can be asked for again', async () => {
  serve({ 'rpc/read_contract_document': 404 })
  renderAt(<ContractDocument contractId="c1" />)
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
})
