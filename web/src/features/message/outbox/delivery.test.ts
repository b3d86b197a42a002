import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as Client from '@/api/client'
import type * as Reach from '@/api/device/connectivity'
import { askedOf, serve, type Answers } from '@/api/test-server'
import { forgetUnsentOfOthers, rereadOutbox, unsentOf, type Outgoing } from '@/features/message/outbox/outbox'
import { deliver, post } from '@/features/message/outbox/delivery'
import { forgetDrafts } from '@/lib/device/drafts'

const world = vi.hoisted(() => ({ signedIn: 'marina', isDown: false }))
vi.mock('@/api/client', async (original) => ({
  ...(await original<typeof Client>()),
  readStoredSession: () => (world.signedIn === '' ? undefined : { user: { id: world.signedIn } }),
}))
vi.mock('@/api/device/connectivity', async (original) => ({
  ...(await original<typeof Reach>()),
  isServerDown: () => world.isDown,
}))

const queryClient = new QueryClient()

beforeEach(() => {
  localStorage.clear()
  rereadOutbox()
  Object.assign(world, { signedIn: 'marina', isDown: false })
})

function message(content: string, changes: Partial<Outgoing> = {}): Outgoing {
  const said = { client_id: `k-${content}`, from_id: 'marina', to_id: 'serra', party_id: null, content }
  return { ...said, quote: null, files: [], ...changes }
}

/** Written without a line. */
function write(...messages: Outgoing[]) {
  world.isDown = true
  for (const one of messages) post(queryClient, one).catch(() => undefined)
}

/** The line is back, under a server that answers so. */
function goOnline(answer: Answers[string] = { body: { id: 'm', timestamp: '2026-11-20T12:00:00Z' } }) {
  world.isDown = false
  serve({ 'rpc/send_message': answer })
  return deliver({ queryClient, ownId: 'marina' })
}

const sent = () => askedOf('rpc/send_message').map(({ body }) => body)
const left = () => unsentOf('marina').map(({ content, sending, reason }) => [content, sending, reason])

test('messages written offline survive a reload and are sent once, in order', async () => {
  serve()
  write(message('um'), message('dois'), message('a outro', { to_id: 'rafael' }), message('três'))
  rereadOutbox()
  expect(left().map(([content, state]) => [content, state])).toEqual([
    ['um', 'waiting'],
    ['dois', 'waiting'],
    ['a outro', 'waiting'],
    ['três', 'waiting'],
  ])
  expect(sent()).toEqual([])
  await Promise.all([goOnline(), deliver({ queryClient, ownId: 'marina' })])
  expect(sent()).toMatchObject([
    { content: 'um', client_id: 'k-um', from_id: 'marina' },
    { content: 'dois' },
    { content: 'a outro' },
    { content: 'três' },
  ])
  expect(left()).toEqual([])
  expect(Object.keys(localStorage)).toEqual([])
})

test('after a lost answer the first message is retried under the same key before the rest', async () => {
  write(message('um'), message('dois'))
  await goOnline(() => {
    world.isDown = true
    return 503
  })
  expect(left()).toEqual([
    ['um', 'waiting', undefined],
    ['dois', 'waiting', undefined],
  ])
  const keys = sent()
  await goOnline()
  expect([...keys, ...sent()]).toMatchObject([
    ...keys.map(() => ({ client_id: 'k-um' })),
    { client_id: 'k-um' },
    { client_id: 'k-dois' },
  ])
  expect(left()).toEqual([])
})

test('a refused message shows the reason and waits for its writer; the others are sent', async () => {
  write(message('um'), message('dois'))
  const refused = { code: 'message_too_long', message: 'x', details: null, hint: null }
  await goOnline(({ body }) =>
    JSON.stringify(body).includes('k-um')
      ? { body: refused, status: 422 }
      : { body: { id: 'm', timestamp: '2026-11-20T12:00:00Z' } },
  )
  rereadOutbox()
  expect(left()).toEqual([['um', 'failed', 'A mensagem é longa demais. Divida-a em duas.']])
})

test('messages of another person are never sent, and the next sign-in deletes them', async () => {
  write(message('um'))
  world.signedIn = 'rafael'
  await goOnline()
  world.signedIn = ''
  await goOnline()
  expect(sent()).toEqual([])
  expect(left()).toHaveLength(1)
  forgetUnsentOfOthers('rafael')
  expect([left(), Object.keys(localStorage)]).toEqual([[], []])
})

test('an expired session keeps the waiting messages', async () => {
  write(message('um'))
  await goOnline({
    body: { code: 'PT401', message: 'x', details: null, hint: 'session_expired' },
    status: 401,
  })
  expect(left()).toEqual([['um', 'waiting', undefined]])
})

test('signing out deletes unsent messages', () => {
  write(message('um'))
  forgetDrafts()
  expect([left(), Object.keys(localStorage)]).toEqual([[], []])
})

test('changes of another tab are seen', () => {
  write(message('um'))
  const [key = ''] = Object.keys(localStorage)
  const other = JSON.stringify({ ...message('dois'), at: '2026-11-20T12:00:00Z', sending: 'waiting' })
  localStorage.removeItem(key)
  localStorage.setItem(key.replace('k-um', 'k-dois'), other)
  for (const name of [key, key.replace('k-um', 'k-dois')])
    window.dispatchEvent(new StorageEvent('storage', { key: name }))
  expect(left()).toEqual([['dois', 'waiting', undefined]])
})

test('only one tab sends at a time', async () => {
  const asked: string[] = []
  const request = async (name: string, work: () => Promise<boolean>) => {
    asked.push(name)
    return work()
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  write(message('um'))
  await goOnline()
  Reflect.deleteProperty(navigator, 'locks')
  expect([asked, left()]).toEqual([['automacao-nao-enviadas:marina'], []])
})
