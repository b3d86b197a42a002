import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { serve } from '@/api/test-server'
import { ContractTimeline } from '@/features/contract/timeline/contract-timeline'
import { DeliveredFiles } from '@/features/contract/milestones/delivered-files'
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
