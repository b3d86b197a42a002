import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toApiError } from '@/api/errors'
import { SessionProvider } from '@/api/session'
import { ErrorReport } from '@/app/error-screen'

const STALE_MS = 30_000
const RETRIES_MAX = 2

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: shouldRetry, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
}

// Only what may pass by itself is tried again: no connection, or a server out of breath.
function shouldRetry(failures: number, error: unknown): boolean {
  const { status } = toApiError(error)
  return failures < RETRIES_MAX && (status === 0 || status >= 502)
}

export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider
        failed={({ error, retry, isRetrying }) => (
          <ErrorReport error={error} onRetry={retry} retrying={isRetrying} />
        )}
      >
        {children}
      </SessionProvider>
    </QueryClientProvider>
  )
}
