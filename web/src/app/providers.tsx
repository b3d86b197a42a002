import {
  notifyManager,
  QueryClient,
  QueryClientProvider,
  QueryCache,
  type Query,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toApiError } from '@/api/errors'
import { SessionProvider } from '@/api/session/session'
import { backOffMs } from '@/lib/timing'

const STALE_MS = 30_000

/** What was seen stays available offline while the page is open. */
const CACHED_FOR_MS = 12 * 60 * 60 * 1000

/** retryingFetch retries requests within seconds, and the query cache as long as a busy server takes. */
export function createQueryClient(): QueryClient {
  // Notifies in the same task as the answer. By default each notification has a timer of its own: a
  // dashboard would know all its answers before its parts do, and would move.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    queryCache: createQueryCache(),
    defaultOptions: {
      // The browser's own guess about the connection must not pause queries for ever.
      queries: {
        staleTime: STALE_MS,
        gcTime: CACHED_FOR_MS,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>{children}</SessionProvider>
    </QueryClientProvider>
  )
}

type AnyQuery = Query<unknown, unknown>

/** The statuses of a busy server, which asks for a later retry. */
const BUSY = [429, 502, 503, 504]

/** The retries of a query before its failure is shown. */
const TRIES_MAX = 4

/**
 * A query cache that keeps data on the screen during a temporary failure. While the server is down,
 * ConnectivityBar says so and refetches later; while it is busy, an active query is retried after a
 * back-off.
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
