import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ContractSteps } from '@/features/contract/contract-steps'
import { ACTIVE, COMPLETED } from '@/features/contract/test-contract'

function steps() {
  return screen.getAllByRole('listitem').map((step) => [...step.children].map((line) => line.textContent))
}

function reached() {
  return screen.getByRole('listitem', { current: 'step' }).textContent
}

test('every step says when it was taken, and by whom of the two', () => {
  render(<ContractSteps contract={COMPLETED} memberId="marina" />)
  expect(steps()).toEqual([
    ['Em andamento', '01/10/2026, proposta aceita'],
    ['Entregue', '05/11/2026, por você'],
    ['Concluído', '10/11/2026, pela outra parte'],
  ])
  expect(reached()).toMatch(/^Concluído/)
})

test('the other side reads the same the other way round', () => {
  render(<ContractSteps contract={COMPLETED} memberId="serra" />)
  expect(steps().map(([, note]) => note)).toEqual([
    '01/10/2026, proposta aceita',
    '05/11/2026, pela outra parte',
    '10/11/2026, por você',
  ])
})

test('what is ahead is still to do', () => {
  render(<ContractSteps contract={ACTIVE} memberId="marina" />)
  expect(steps()).toEqual([
    ['Em andamento', '01/10/2026, proposta aceita'],
    ['Entregue', 'a fazer'],
    ['Concluído', 'a fazer'],
  ])
  expect(reached()).toMatch(/^Em andamento/)
})
