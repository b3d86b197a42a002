import type { Query, QueryClient } from '@tanstack/react-query'
import { keys } from '@/api/keys'

/** The restored queries, by the time at which the server had answered them. */
const putBack = new Map<string, number>()

/** Nouns that hardly ever change; they do not tell how old a page is. */
const STEADY: readonly string[] = ['own-profile', ...keys.skills, ...keys.config, ...keys.siteImages.all]

export function markRestored(hash: string, at: number): void {
  putBack.set(hash, at)
}

/** The time of the oldest restored answer on the screen; undefined if there is none. */
export function shownSince(queryClient: QueryClient): number | undefined {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' }).filter(isOld)
  return shown.length === 0 ? undefined : Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
}

function isOld({ queryHash, queryKey, state }: Query): boolean {
  return !STEADY.includes(String(queryKey[0])) && putBack.get(queryHash) === state.dataUpdatedAt
}
