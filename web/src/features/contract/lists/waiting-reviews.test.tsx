import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import type { Contract } from '@/features/contract/queries'
import { COMPLETED } from '@/features/contract/test-contract'
import { WaitingReviews } from '@/features/contract/lists/waiting-reviews'
import { renderAt } from '@/lib/test-render'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => vi.useRealTimers())

function show(contracts: readonly Contract[]) {
  serve({ contracts })
  return renderAt(
    <WaitingReviews
      memberId="marina"
      review={(contract, partner) => <button>{`Avaliar ${partner} por ${contract.id}`}</button>}
    />,
  )
}

test('finished work waits with its partner and the last day', async () => {
  show([COMPLETED])
  expect(await screen.findByRole('heading', { name: 'Esperando a sua avaliação' })).toBeTruthy()
  expect(screen.getByText('Migração da linha de envase')).toBeTruthy()
  expect(screen.getByText('com Serra Azul, até 24/11/2026')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Avaliar Serra Azul por c1' })).toBeTruthy()
})

test('asks for the own unreviewed work of the last 14 days', async () => {
  show([COMPLETED])
  await screen.findByRole('heading')
  expect(askedOf('contracts').map(({ query }) => [query.status, query.or, query.completed_at])).toEqual([
    [
      'eq.completed',
      '(and(company_id.eq.marina,company_reviewed.is.false),and(professional_id.eq.marina,professional_reviewed.is.false))',
      'gt.2026-11-06T12:00:00.000Z',
    ],
  ])
})

test('what is reviewed or out of time does not wait', async () => {
  show([
    { ...COMPLETED, id: 'c2', professional_reviewed: true },
    { ...COMPLETED, id: 'c3', completed_at: '2026-11-06T12:00:00Z' },
    { ...COMPLETED, id: 'c4', company_reviewed: true },
  ])
  await screen.findByRole('heading')
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Avaliar Serra Azul por c4',
  ])
})

test('without any there is nothing to see', async () => {
  const { container } = show([{ ...COMPLETED, professional_reviewed: true }])
  await vi.waitFor(() => expect(askedOf('contracts')).toHaveLength(1))
  expect(container.textContent).toBe('')
})

test('more than a page goes on', async () => {
  show(Array.from({ length: 21 }, (_, i) => ({ ...COMPLETED, id: `c${i}` })))
  await userEvent.click(await screen.findByRole('button', { name: 'Carregar mais' }))
  expect(await screen.findByRole('button', { name: 'Avaliar Serra Azul por c20' })).toBeTruthy()
})
