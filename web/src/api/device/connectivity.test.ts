import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { probeNow, isServerDown, retryingFetch, watchConnectivity } from '@/api/device/connectivity'

let answer: (path: string, signal: AbortSignal | null) => Promise<Response>
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  answer = () => Promise.resolve(Response.json({}))
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    asked.push(path)
    return answer(path, init.signal ?? null)
  })
})

afterEach(async () => {
  // The next test begins with a server that is there.
  answer = () => Promise.resolve(Response.json({}))
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
})

const refused = () => Promise.reject(new TypeError('Failed to fetch'))
const calls = () => asked.filter((path) => path === '/rest/v1/projects').length

/** What a call came to, in how many milliseconds at most. */
async function settled(call: Promise<Response>, within_ms: number): Promise<unknown> {
  const outcome = call.then(
    (response) => response.status,
    (error: unknown) => (error instanceof Error ? error.message : error),
  )
  await vi.advanceTimersByTimeAsync(within_ms)
  return Promise.race([outcome, Promise.resolve('still waiting')])
}

test('a read without a connection is tried three times, and given up within two seconds', async () => {
  answer = refused
  expect(await settled(retryingFetch('/rest/v1/projects'), 2000)).toBe('Failed to fetch')
  expect(calls()).toBe(3)
})

test('a read that a busy server refuses for now is tried again, and answered', async () => {
  answer = (path) =>
    Promise.resolve(
      calls() === 1 && path !== '/ready' ? new Response(null, { status: 503 }) : Response.json({}),
    )
  expect(await settled(retryingFetch('/rest/v1/projects'), 500)).toBe(200)
  expect(isServerDown()).toBe(false)
})

test.each(['disk full', 'files unavailable'])('a server that says %s is there', async (status) => {
  answer = () => Promise.resolve(Response.json({ status }, { status: 503 }))
  expect(await settled(retryingFetch('/rest/v1/projects'), 5000)).toBe(503)
  expect(isServerDown()).toBe(false)
})

test('a write goes out once', async () => {
  answer = refused
  expect(await settled(retryingFetch('/rest/v1/projects', { method: 'POST' }), 10)).toBe('Failed to fetch')
  expect(calls()).toBe(1)
})

test('what nobody answers ends within five seconds', async () => {
  answer = (_, signal) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new TypeError('ended'))))
  // The test's clock does not reach AbortSignal.timeout.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit_ms) => {
    const end = new AbortController()
    setTimeout(() => end.abort(), limit_ms)
    return end.signal
  })
  expect(await settled(retryingFetch('/rest/v1/projects'), 5000)).toBe('ended')
  expect(isServerDown()).toBe(true)
})

test('a slow answer of a server that is there is waited for', async () => {
  answer = (path) =>
    path === '/ready'
      ? Promise.resolve(Response.json({}))
      : new Promise((resolve) => setTimeout(() => resolve(Response.json({})), 7000))
  expect(await settled(retryingFetch('/rest/v1/projects'), 7500)).toBe(200)
  expect(calls()).toBe(1)
})

test('a server that is away is asked for until it is back, at once where somebody wants it', async () => {
  const said: boolean[] = []
  const unwatch = watchConnectivity(() => said.push(isServerDown()))
  answer = refused
  await settled(retryingFetch('/rest/v1/projects'), 2000)
  expect(said).toEqual([true])
  answer = () => Promise.resolve(Response.json({}))
  probeNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(said).toEqual([true, false])
  unwatch()
})
