import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import type { Todo } from '@/features/todo/queries'
import { TodoList } from '@/features/todo/todo-list'
import { renderAt } from '@/lib/test-render'

const DELIVERY: Todo = {
  kind: 'approve',
  due_at: '2026-11-21T12:00:00Z',
  since: '2026-11-10T12:00:00Z',
  contract_id: 'c1',
  project_id: 'p1',
  subject_id: 'm1',
  milestone_id: 'm1',
  number: 6,
  title: 'Migração da linha de envase',
  part: 'Painel montado',
  partner: 'Marina Alves',
  what: null,
  count: 1,
  value_cents: 3_200_000,
  partner_id: 'marina',
  matter: 'm1',
  may_defer: true,
  deferred_until: null,
  is_early: false,
}
const NOBODYS = {
  contract_id: null,
  milestone_id: null,
  number: null,
  title: null,
  part: null,
  partner: null,
  value_cents: null,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => vi.useRealTimers())

function show(todos: readonly Partial<Todo>[] | number) {
  serve({
    'rpc/my_turn': typeof todos === 'number' ? todos : todos.map((todo) => ({ ...DELIVERY, ...todo })),
  })
  renderAt(<TodoList partyId="serra" />)
}

async function lines() {
  const list = await screen.findByRole('list', { name: /Precisa de você/ })
  return within(list)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
}

test('each line says what to do and leads to where it is done, in the order of the server', async () => {
  show([
    {},
    { kind: 'proposals', count: 3, contract_id: null, subject_id: 'p1' },
    { kind: 'dispute', subject_id: 'd1' },
    { ...NOBODYS, kind: 'messages', count: 2, subject_id: 'marina' },
    { ...NOBODYS, kind: 'messages', count: 5, subject_id: null, matter: 'serra' },
  ])
  expect(await lines()).toEqual([
    ['Conferir entrega', '/dashboard/contratos/c1#marco-m1'],
    ['Responder a 3 propostas', '/dashboard/projetos/p1/propostas'],
    ['Responder à disputa', '/dashboard/contratos/c1/disputa/d1'],
    ['Ler 2 mensagens', '/dashboard/mensagens/marina'],
    ['Ler 5 mensagens', '/dashboard/mensagens'],
  ])
  expect(askedOf('rpc/my_turn').map(({ body }) => body)).toEqual([{ party: 'serra' }])
})

test('a line names the deal, its worth, its date, and what happens otherwise', async () => {
  show([{}, { kind: 'pay', due_at: '2026-11-18T12:00:00Z', subject_id: 'm2' }])
  const [delivery, payment] = within(
    await screen.findByRole('list', { name: /Precisa de você/ }),
  ).getAllByRole('listitem')
  expect(delivery?.textContent).toContain('CTR-0006')
  expect(delivery?.textContent).toContain('Migração da linha de envase · Painel montado · com Marina Alves')
  expect(delivery?.textContent).toContain('R$ 32.000,00'.replace(' ', '\u00a0'))
  expect(delivery?.textContent).toContain('até 21/11/2026, 09h00 (amanhã)')
  expect(delivery?.textContent).toContain('Sem resposta, é aceita.')
  expect(payment?.textContent).toContain('venceu 18/11/2026, 09h00 (anteontem)')
})

test('a kind of a newer server is left out, and five lines are shown before all are asked for', async () => {
  show([
    { kind: 'telepathy' },
    ...Array.from({ length: 7 }, (_, at) => ({ kind: 'dispute', matter: `d${String(at)}` })),
  ])
  expect(await lines()).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: 'Ver todas (7)' }))
  expect(await lines()).toHaveLength(7)
  await userEvent.click(screen.getByRole('button', { name: 'Ver menos' }))
  expect(await lines()).toHaveLength(5)
})

test('where there is much, what is of one kind is one line, in the place of its most pressing', async () => {
  show([
    { kind: 'dispute', matter: 'd1' },
    ...[3, 1].map((count, at) => ({
      kind: 'proposals',
      contract_id: null,
      project_id: `p${String(at)}`,
      matter: `p${String(at)}`,
      count,
    })),
    ...[1, 2, 3].map((at) => ({ contract_id: `c${String(at)}`, matter: `m${String(at)}` })),
  ])
  const group = await screen.findByText('4 propostas a responder em 2 projetos')
  expect(screen.getByText('3 entregas a conferir em 3 contratos')).toBeTruthy()
  expect(screen.getByText('6')).toBeTruthy()
  await userEvent.click(group)
  expect(screen.getByRole('link', { name: 'Responder a 3 propostas' })).toBeTruthy()
})

test('what is set aside leaves the list, says when it is back, and is brought back', async () => {
  show([
    {},
    { kind: 'sign', what: 'taf', matter: 'l1', deferred_until: '2026-11-23T03:00:00Z', is_early: true },
  ])
  expect(await lines()).toEqual([['Conferir entrega', '/dashboard/contratos/c1#marco-m1']])
  await userEvent.click(screen.getByText('Adiados (1)'))
  const aside = within(screen.getByRole('list', { name: 'Adiados' }))
  expect(aside.getByText(/volta 23\/11\/2026.*antes do prazo/)).toBeTruthy()
  serve({ 'rpc/my_turn': [DELIVERY], 'rpc/resume_turn': { body: { matter: 'l1' } } })
  await userEvent.click(aside.getByRole('button', { name: 'Trazer de volta: Assinar a lista TAF' }))
  expect(askedOf('rpc/resume_turn').map(({ body }) => body)).toEqual([
    { party_id: 'serra', kind: 'sign', matter: 'l1' },
  ])
})

test('one sets aside until a working day, and nothing whose deadline is near', async () => {
  show([{}, { kind: 'dispute', matter: 'd1', may_defer: false, is_early: true }])
  await lines()
  expect(screen.queryByRole('button', { name: 'Adiar: Responder à disputa' })).toBeNull()
  expect(screen.getByText('Adiado, de volta pelo prazo.')).toBeTruthy()
  serve({ 'rpc/my_turn': [], 'rpc/defer_turn': { body: { until: '2026-11-23T03:00:00Z', is_early: false } } })
  await userEvent.click(screen.getByRole('button', { name: 'Adiar: Conferir entrega' }))
  expect(screen.getByText('Adiar; volta na véspera do prazo')).toBeTruthy()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Até a próxima segunda-feira' }))
  expect(askedOf('rpc/defer_turn').map(({ body }) => body)).toEqual([
    { party_id: 'serra', kind: 'approve', matter: 'm1', until: 'monday' },
  ])
})

test('when nothing waits it says so', async () => {
  show([])
  expect(await screen.findByText('Nada espera por você.')).toBeTruthy()
})

test('a failure is drawn in its place and tried again', async () => {
  show(500)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ 'rpc/my_turn': [DELIVERY] })
  await userEvent.click(retry)
  expect(await lines()).toHaveLength(1)
})
