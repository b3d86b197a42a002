import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alone } from '@/api/session/test-member'
import { askedOf, serve } from '@/api/test-server'
import { DELIVERED, IN_PARTS } from '@/features/contract/test-contract'
import { renderAt } from '@/lib/test-render'
import { ContractsPage } from '@/pages/contracts'

vi.mock(import('@/api/session/session'), async (original) => ({
  ...(await original()),
  useMember: () => alone({ id: 'serra', role: 'company', name: 'Serra Azul' }),
}))

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('lists running contracts with the other side, the progress, whose turn it is and until when', async () => {
  serve({ contracts: [IN_PARTS] })
  renderAt(<ContractsPage />)
  const row = within(await screen.findByRole('listitem'))
  expect(row.getByRole('link', { name: 'Migração da linha de envase' }).getAttribute('href')).toBe(
    '/dashboard/contratos/c1',
  )
  expect(row.getByText('com Marina Alves')).toBeTruthy()
  expect(row.getByText('CTR-0007')).toBeTruthy()
  expect(row.getByText('0 de 2 marcos')).toBeTruthy()
  expect(row.getByText('Sua vez')).toBeTruthy()
  expect(row.getByText(/aceito por silêncio em 4 dias, sem resposta até 24\/11\/2026, 09h00/)).toBeTruthy()
  expect(askedOf('contracts')[0]?.query).toMatchObject({
    or: '(company_id.eq.serra,professional_id.eq.serra)',
    status: 'in.(agreed,active,delivered)',
  })
})

test('what waits is counted, asked for by key, and in the address', async () => {
  serve({ contracts: [DELIVERED], 'rpc/waiting_contracts': [{ contract_id: 'c1' }] })
  renderAt(<ContractsPage />, { path: '/dashboard/contratos', entries: ['/dashboard/contratos'] })
  await userEvent.click(await screen.findByRole('button', { name: /^Esperando por você\s*1$/ }))
  await vi.waitFor(() => expect(askedOf('contracts').at(-1)?.query.id).toBe('in.(c1)'))
  expect(askedOf('rpc/waiting_contracts')[0]?.body).toEqual({ party: 'serra' })
  expect(screen.getByRole('button', { name: /Esperando por você/, pressed: true })).toBeTruthy()
})

test.each([
  ['', 'Nenhum contrato em andamento'],
  ['?situacao=sua-vez', 'Nada espera por você'],
  ['?situacao=concluidos', 'Nenhum contrato concluído'],
  ['?situacao=encerrados', 'Nenhum contrato encerrado antes do fim'],
])('an empty list %s says so', async (search, title) => {
  serve()
  renderAt(<ContractsPage />, { path: '/', entries: [`/${search}`] })
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test('a list that failed can be asked for again', async () => {
  serve({ contracts: 500 })
  renderAt(<ContractsPage />)
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
})

test('a code finds a contract of whatever state, however it is written', async () => {
  serve({ contracts: [DELIVERED] })
  renderAt(<ContractsPage />, { path: '/dashboard/contratos', entries: ['/dashboard/contratos?q=ctr+7'] })
  expect(await screen.findByText('CTR-0007')).toBeTruthy()
  const [found, listed] = askedOf('contracts').slice(-2)
  expect(found?.query).toMatchObject({
    number: 'eq.7',
    or: '(company_id.eq.serra,professional_id.eq.serra)',
  })
  expect(listed?.query.id).toBe('in.(c1)')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar contratos' }).value).toBe('ctr 7')
})
