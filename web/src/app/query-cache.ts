import { QueryCache, type Query } from '@tanstack/react-query'
import { toApiError } from '@/api/errors'
import { backOffMs } from '@/lib/timing/back-off'

type AnyQuery = Query<unknown, unknown>

/** The statuses of a server that is there and asks to be asked later. */
const BUSY = [429, 502, 503, 504]

/** How often a query is tried again by itself before its failure is shown. */
const TRIES_MAX = 4

/**
 * A query cache in which a passing failure takes nothing off the screen: what was read stays. While the
 * server is away ConnectivityBar says so and has everything read again; while it is busy, a query that somebody
 * looks at is tried again after a back-off.
 */
export function createQueryCache(): QueryCache {
  const tries = new WeakMap<AnyQuery, number>()
  return new QueryCache({
    onSuccess: (_data, query) => tries.delete(query),
    onError: (error, query) => {
      const { code, status } = toApiError(error)
      if (code === 'offline') keepData(query)
      if (!BUSY.includes(status)) return
      const tried = tries.get(query) ?? 0
      if (tried >= TRIES_MAX) return
      tries.set(query, tried + 1)
      keepData(query)
      setTimeout(() => readAgain(query), backOffMs(tried + 1))
    },
  })
}

function keepData(query: AnyQuery): void {
  if (query.state.data === undefined) return
  query.setState({ status: 'success', error: null, isInvalidated: true })
}

function readAgain(query: AnyQuery): void {
  if (query.isActive() && query.state.fetchStatus === 'idle') query.fetch().catch(() => undefined)
}
