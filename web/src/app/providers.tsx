import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SessionProvider } from '@/api/session'

const STALE_MS = 30_000

/** Nothing is tried again here: reachFetch is the one layer that does, and knows when to stop. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // What the browser thinks of its line is no reason to wait for ever without a word.
      queries: { staleTime: STALE_MS, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
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
