import type { QueryClient } from '@tanstack/react-query'
import { mayHaveSession } from '@/api/client'
import { takePreloaded, type Reads } from '@/api/request/preloaded'

type Place = {
  matches: readonly {
    params: Readonly<Record<string, string | undefined>>
    route: { handle?: unknown }
  }[]
  location: { search: string }
}

/**
 * Reads what a page asks first, from the document that carries it. Undefined where there is nothing
 * to take: of a member's page, which is answered as to him, and of a document without rows.
 */
export function preloadedReads(queryClient: QueryClient, place: Place): (() => Promise<unknown>) | undefined {
  if (mayHaveSession() || !takePreloaded()) return undefined
  return readsOf(queryClient, place)
}

/** What the page of a place asks first; undefined of one that has not said it. */
export function readsOf(
  queryClient: QueryClient,
  { matches, location }: Place,
): (() => Promise<unknown>) | undefined {
  for (const { route, params } of matches) {
    const { handle } = route
    if (isReads(handle)) return () => handle(queryClient, params, new URLSearchParams(location.search))
  }
  return undefined
}

function isReads(handle: unknown): handle is Reads {
  return typeof handle === 'function'
}
