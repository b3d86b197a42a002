import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ContractCard } from '@/features/contract/contract-card'
import type { Contract } from '@/features/contract/queries'
import { ACTIVE, COMPLETED } from '@/features/contract/test-contract'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/ui/toast'

const DELIVERED: Contract = {
  ...ACTIVE,
  status: 'delivered',
  delivered_by: 'marina',
  delivered_at: COMPLETED.delivered_at,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  serve()
})
afterEach(() => vi.useRealTimers())

function show(contract: Contract, memberId = 'serra', mayFulfil = true) {
  renderAt(
    <ContractCard
      contract={contract}
      memberId={memberId}
      mayFulfil={mayFulfil}
      review={<button>Avaliar</button>}
    />,
  )
}

function buttons() {
  return screen.queryAllByRole('button').map((button) => button.textContent)
}

test('says with whom and for how much', () => {
  show(ACTIVE)
  expect(screen.getByText('Marina Alves')).toBeTruthy()
  expect(screen.getByText(/^R\$\s52\.000,00$/)).toBeTruthy()
})

test('who left is named so', () => {
  show({ ...ACTIVE, professional: null })
  expect(screen.getByText('Usuário removido')).toBeTruthy()
})

test.each([
  ['a running contract can be delivered', ACTIVE, ['Marcar como entregue']],
  ['a delivered one completed', DELIVERED, ['Concluir projeto']],
  ['a completed one reviewed', COMPLETED, ['Avaliar']],
  ['once, by each side', { ...COMPLETED, company_reviewed: true }, []],
])('%s', (_, contract, actions) => {
  show(contract)
  expect(buttons()).toEqual(actions)
})

test('the way to review closes after 14 days', () => {
  show(COMPLETED)
  expect(screen.getByText('Você pode avaliar até 24/11/2026.')).toBeTruthy()
})

test('after them there is nothing to offer', () => {
  vi.setSystemTime(new Date('2026-11-24T12:00:00Z'))
  show(COMPLETED)
  expect(buttons()).toEqual([])
})

test.each([
  ['Marcar como entregue', ACTIVE, 'rpc/deliver_contract', 'Entrega marcada!'],
  ['Concluir projeto', DELIVERED, 'rpc/complete_contract', 'Projeto concluído!'],
])('%s asks first, then does it and tells', async (name, contract, call, title) => {
  show(contract)
  await userEvent.click(screen.getByRole('button', { name }))
  const dialog = await screen.findByRole('alertdialog')
  expect([dialog.textContent.includes(name), askedOf(call)]).toEqual([true, []])
  await userEvent.click(screen.getByRole('button', { name }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe(title))
  expect(askedOf(call).map(({ body }) => body)).toEqual([{ contract_id: 'c1' }])
})

test('a refused step says that nothing changed', async () => {
  serve({ 'rpc/deliver_contract': 500 })
  show(ACTIVE)
  await userEvent.click(screen.getByRole('button', { name: 'Marcar como entregue' }))
  await screen.findByRole('alertdialog')
  await userEvent.click(screen.getByRole('button', { name: 'Marcar como entregue' }))
  await vi.waitFor(() =>
    expect(currentToast()).toMatchObject({ variant: 'destructive', title: 'Nada mudou' }),
  )
})

test.each([
  ['running', ACTIVE],
  ['delivered', DELIVERED],
])('whose role does not fulfil has no step of a %s contract', (_, contract) => {
  show(contract, 'serra', false)
  expect(buttons()).toEqual([])
})
