import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ContractReading } from '@/features/contract/contract-reading'
import { ContractDocument } from '@/features/contract/documents/contract-document'
import { DeliveredFiles } from '@/features/contract/milestones/delivered-files'
import { DELIVERED } from '@/features/contract/test-contract'
import { ContractTimeline } from '@/features/contract/contract-timeline'
import { renderAt } from '@/lib/test-render'

const STEP = { to_status: 'active', party_id: 'serra', actor_id: 'eva', actor: { name: 'Eva Souza' } }

test('a step of one milestone is told once, and what is further back is asked for', async () => {
  const asked = { ...STEP, action: 'request_adjustments', reason: 'Falta o backup.' }
  const older = Array.from({ length: 29 }, (_, at) => ({
    ...STEP,
    id: `o${at}`,
    action: 'record_payment',
    reason: `Parcela ${at}`,
    milestone_id: 'm1',
    milestone: null,
    created_at: '2026-11-01T12:00:00Z',
  }))
  serve({
    contract_events: [
      { ...asked, id: 'e2', milestone_id: null, milestone: null, created_at: '2026-11-06T12:00:00.04Z' },
      {
        ...asked,
        id: 'e1',
        milestone_id: 'm1',
        milestone: { position: 1, title: 'Painel' },
        created_at: '2026-11-06T12:00:00Z',
      },
      ...older,
    ],
  })
  renderAt(<ContractTimeline contractId="c1" namesMilestones={false} />)
  expect(await screen.findAllByText('Falta o backup.')).toHaveLength(1)
  expect(screen.queryByText('Parcela 28')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais do histórico' }))
  expect(await screen.findByText('Parcela 28')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mostrar mais do histórico' })).toBeNull()
})

test('files of a delivery say their versions and SHA-256, to both sides', async () => {
  const file = {
    milestone_id: 'm1',
    purpose: 'delivery',
    name: 'relatório.pdf',
    bytes: 2048,
    created_at: '2026-11-10T12:00:00Z',
  }
  serve({
    deal_files: [
      { ...file, id: 'f2', version: 2, sha256: 'b'.repeat(64), path: 'c1/2-relatorio.pdf' },
      { ...file, id: 'f1', version: 1, sha256: 'a'.repeat(64), path: 'c1/1-relatorio.pdf' },
      { ...file, id: 'f0', purpose: 'invoice', name: 'nota.xml', version: 1, sha256: 'c', path: 'c1/nota' },
    ],
  })
  renderAt(<DeliveredFiles contractId="c1" milestoneId="m1" />)
  const files = within(await screen.findByRole('list', { name: 'Arquivos da entrega' }))
  expect(files.getByRole('button', { name: 'relatório.pdf' })).toBeTruthy()
  expect(files.getByText('bbbbbbbbbbbb')).toBeTruthy()
  expect(files.queryByText(/nota/)).toBeNull()
  await userEvent.click(files.getByText('Comparar 2 versões'))
  expect(files.getByText('a'.repeat(64))).toBeTruthy()
  expect(files.getByRole('button', { name: 'Baixar a versão 1' })).toBeTruthy()
})

const DISPUTE = {
  id: 'd1',
  milestone_id: DELIVERED.milestones[0]?.id ?? '',
  status: 'mediation',
  opened_by: 'company',
  answer_due_at: '2026-11-28T03:00:00Z',
  appeal_until: null,
  company_accepted_at: null,
  professional_accepted_at: null,
  entries: [],
} as const

test('with a dispute over it, an administrator reads a contract and can do nothing', () => {
  serve()
  renderAt(<ContractReading contract={{ ...DELIVERED, disputes: [{ ...DISPUTE, entries: [] }] }} />)
  expect(screen.getByRole('link', { name: /^Disputa: / }).getAttribute('href')).toBe(
    `/dashboard/contratos/${DELIVERED.id}/disputa/d1`,
  )
  expect(screen.getByText('Empresa:').closest('li')?.textContent).toContain('A empresa confere a entrega')
  expect(screen.getByRole('heading', { name: 'Marcos' })).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('without one, it says why there is nothing to read', () => {
  serve()
  renderAt(<ContractReading contract={DELIVERED} />)
  expect(screen.getByRole('heading', { name: 'Não há caso aberto sobre este contrato' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Marcos' })).toBeNull()
})

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
