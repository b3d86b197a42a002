import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '@/api/test-server'
import { ContractTurn } from '@/features/contract/next-step/contract-turn'
import { DELIVERED, UNRECORDED } from '@/features/contract/test-contract'
import { renderAt } from '@/lib/test-render'

const MAYS = { mayFulfil: true, mayNegotiate: true, mayPay: true }
const LIST = {
  id: 'l1',
  milestone_id: DELIVERED.milestones[0]?.id ?? '',
  kind: 'tac',
  version: 1,
  status: 'agreed',
  agreed_by_company: 'serra',
  agreed_by_professional: 'marina',
  company_signed_at: null,
  professional_signed_at: null,
} as const

beforeEach(() => serve())

function show(result: 'failed' | 'passed', blocking: boolean) {
  const items = [{ ...UNRECORDED, result, blocking }]
  renderAt(
    <ContractTurn contract={{ ...DELIVERED, checklists: [{ ...LIST, items }] }} side="company" mays={MAYS} />,
  )
}

test('what a blocking item holds is not offered for approval', () => {
  show('failed', true)
  expect(screen.getByText(/há item impeditivo em aberto/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver item impeditivo' }).getAttribute('href')).toBe('#listas')
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Pedir ajustes' })).toBeTruthy()
})

test.each([
  ['passed', true],
  ['failed', false],
] as const)('a %s item holds nothing where blocking is %s', (result, blocking) => {
  show(result, blocking)
  expect(screen.getByRole('button', { name: 'Aprovar' })).toBeTruthy()
})
