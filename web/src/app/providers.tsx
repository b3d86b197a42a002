import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SessionProvider } from '@/api/session/session'
import { createQueryCache } from './query-cache'

const STALE_MS = 30_000

/** For as long as a page is open, what was seen is there without a line. */
const CACHED_FOR_MS = 12 * 60 * 60 * 1000

/** Calls are tried again by retryingFetch within seconds, and by the query cache for as long as a busy server takes. */
export function createQueryClient(): QueryClient {
  // Who waits for several answers hears of each at once: told by a timer each, as is the default, a
  // dashboard reads all of them while its parts have not heard, and moves when they do.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    queryCache: createQueryCache(),
    defaultOptions: {
      // What the browser thinks of its line is no reason to wait for ever without a word.
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
