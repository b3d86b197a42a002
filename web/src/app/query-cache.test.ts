import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { keys } from '@/api/keys'
import { createQueryCache } from '@/app/providers'

const BUSY = () => Promise.reject(new ApiError('unavailable', 503))
const AWAY = () => Promise.reject(new ApiError('offline', 0))
const REFUSED = () => Promise.reject(new ApiError('not_found', 404))

let read = vi.fn<() => Promise<string>>()
let queryClient: QueryClient
let refetch: () => Promise<unknown>
let stopLooking: () => void

/** Somebody looks at a list that was read once. */
beforeEach(async () => {
  vi.useFakeTimers()
  read = vi.fn(() => Promise.resolve('lista'))
  queryClient = new QueryClient({
    queryCache: createQueryCache(),
    defaultOptions: { queries: { retry: false } },
  })
  const observer = new QueryObserver(queryClient, { queryKey: keys.skills, queryFn: () => read() })
  refetch = () => observer.refetch()
  stopLooking = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(shown().data).toBe('lista'))
})

afterEach(() => {
  stopLooking()
  vi.useRealTimers()
})

function shown() {
  const { data, status } = queryClient.getQueryState(keys.skills) ?? {}
  return { data, status }
}

async function readAgainWith(answer: () => Promise<string>) {
  read.mockImplementation(answer)
  await refetch()
}

test('what was read stays while the server is busy, and is read again by itself', async () => {
  await readAgainWith(BUSY)
  expect(shown()).toEqual({ data: 'lista', status: 'success' })
  read.mockImplementation(() => Promise.resolve('lista nova'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(shown()).toEqual({ data: 'lista nova', status: 'success' })
})

test('a server that stays busy is asked a few times, and then the failure is shown', async () => {
  await readAgainWith(BUSY)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(read).toHaveBeenCalledTimes(6)
  expect(shown()).toEqual({ data: 'lista', status: 'error' })
})

test('what nobody looks at any more is not read again', async () => {
  await readAgainWith(BUSY)
  stopLooking()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(read).toHaveBeenCalledTimes(2)
})

test('while the server is away what was read stays and nothing is asked', async () => {
  await readAgainWith(AWAY)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(shown()).toEqual({ data: 'lista', status: 'success' })
  expect(read).toHaveBeenCalledTimes(2)
})

test('a refusal is shown', async () => {
  await readAgainWith(REFUSED)
  expect(shown()).toEqual({ data: 'lista', status: 'error' })
})
