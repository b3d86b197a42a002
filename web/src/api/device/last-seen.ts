import type { Query, QueryClient } from '@tanstack/react-query'
import { keys } from '@/api/keys'

/** What was put back from this device, by when the server had said it. */
const putBack = new Map<string, number>()

/** What hardly ever changes says nothing about how old a page is. */
const STEADY: readonly string[] = ['own-profile', ...keys.skills, ...keys.config, ...keys.siteImages.all]

export function markRestored(hash: string, at: number): void {
  putBack.set(hash, at)
}

/** When the oldest was said of what the screen shows from this device; undefined where it shows nothing of it. */
export function shownSince(queryClient: QueryClient): number | undefined {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' }).filter(isOld)
  return shown.length === 0 ? undefined : Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
}

function isOld({ queryHash, queryKey, state }: Query): boolean {
  return !STEADY.includes(String(queryKey[0])) && putBack.get(queryHash) === state.dataUpdatedAt
}
