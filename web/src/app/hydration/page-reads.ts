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
 * The first queries of a page, if the document contains their answers. Undefined for members, whose
 * answers depend on the person, and for documents without answers.
 */
export function preloadedReads(queryClient: QueryClient, place: Place): (() => Promise<unknown>) | undefined {
  if (mayHaveSession() || !takePreloaded()) return undefined
  return readsOf(queryClient, place)
}

/** The declared first queries of a page; undefined if it declares none. */
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
