import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '@/api/test-server'
import { ContractReading } from '@/features/contract/contract-reading'
import { DELIVERED } from '@/features/contract/test-contract'
import { renderAt } from '@/lib/test-render'

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

beforeEach(() => serve())

test('with a dispute over it, an administrator reads a contract and can do nothing', () => {
  renderAt(<ContractReading contract={{ ...DELIVERED, disputes: [{ ...DISPUTE, entries: [] }] }} />)
  expect(screen.getByRole('link', { name: /^Disputa: / }).getAttribute('href')).toBe(
    `/dashboard/contratos/${DELIVERED.id}/disputa/d1`,
  )
  expect(screen.getByText('Empresa:').closest('li')?.textContent).toContain('A empresa confere a entrega')
  expect(screen.getByRole('heading', { name: 'Marcos' })).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('without one, it says why there is nothing to read', () => {
  renderAt(<ContractReading contract={DELIVERED} />)
  expect(screen.getByRole('heading', { name: 'Não há caso aberto sobre este contrato' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Marcos' })).toBeNull()
})
