import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestOnce } from '@/api/request/request-once'
import { keysOf, serve } from '@/api/test-server'

const KEY = /^[0-9a-f]{32}$/
const CONFIRM = 'rpc/confirm_proposal'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 }))
afterEach(() => void vi.useRealTimers())

function confirm() {
  return requestOnce((client) => client.rpc('confirm_proposal', { proposal_id: 'p1' }))
}

/** Answers each call with the next of these; an error is a connection that breaks. */
function serveInTurn(...answers: (Error | number | { body: unknown; status?: number })[]) {
  let next = 0
  serve({
    [CONFIRM]: () => {
      const answer = answers[next++]
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked too often')
      return answer
    },
  })
}

const LOST = new TypeError('Failed to fetch')
const IN_FLIGHT = { body: { code: 'idempotency_in_flight', message: 'espere' }, status: 409 }
const DONE = { body: { id: 'p1' } }

test.each([
  ['a lost answer', LOST],
  ['a server out of breath', 503],
  ['a first that is still under way', IN_FLIGHT],
])('after %s the same click is sent again under its key', async (_name, failure) => {
  serveInTurn(failure, DONE)
  expect(await confirm()).toEqual({ id: 'p1' })
  const [first, again, ...more] = keysOf(CONFIRM)
  expect(first).toMatch(KEY)
  expect(again).toBe(first)
  expect(more).toEqual([])
})

test('a new click is a new key', async () => {
  serveInTurn(DONE, DONE)
  await confirm()
  await confirm()
  expect(new Set(keysOf(CONFIRM)).size).toBe(2)
})

test('what the server refuses is not sent again', async () => {
  serveInTurn({ body: { code: 'proposal_outdated', message: 'não' }, status: 409 })
  await expect(confirm()).rejects.toMatchObject({ code: 'proposal_outdated' })
  expect(keysOf(CONFIRM)).toHaveLength(1)
})

test('without a connection it is said after three tries', async () => {
  serveInTurn(LOST, LOST, LOST)
  await expect(confirm()).rejects.toMatchObject({ code: 'offline' })
  expect(new Set(keysOf(CONFIRM)).size).toBe(1)
  expect(keysOf(CONFIRM)).toHaveLength(3)
})
