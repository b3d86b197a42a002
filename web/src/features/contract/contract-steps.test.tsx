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

test('every step says when it was taken', () => {
  render(<ContractSteps contract={COMPLETED} />)
  expect(steps()).toEqual([
    ['Acordado', '01/10/2026'],
    ['Em andamento', '05/10/2026'],
    ['Entregue', '05/11/2026'],
    ['Concluído', '10/11/2026'],
  ])
  expect(reached()).toMatch(/^Concluído/)
})

test('what is ahead is still to do', () => {
  render(<ContractSteps contract={ACTIVE} />)
  expect(steps().slice(2)).toEqual([
    ['Entregue', 'a fazer'],
    ['Concluído', 'a fazer'],
  ])
  expect(reached()).toMatch(/^Em andamento/)
})

test('after an early end nothing is ahead', () => {
  render(<ContractSteps contract={{ ...ACTIVE, status: 'terminated', ended_at: '2026-11-12T12:00:00Z' }} />)
  expect(steps().at(-1)).toEqual(['Concluído', 'não houve'])
})
