import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SessionProvider } from '@/api/session/session'
import { createQueryCache } from './query-cache'

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
