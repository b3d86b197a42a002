import { queryOptions, useQuery } from '@tanstack/react-query'
import { keys } from '@/api/keys'

/**
 * What another application shared (Web Share Target). The service worker stores it until a target is
 * chosen.
 */
export type SharedContent = { text: string; files: readonly File[] }

const STORE = 'compartilhado'
const TEXT = '/compartilhado/texto'

/** Null if there is none, or the browser cannot store it. */
export async function readSharedContent(): Promise<SharedContent | null> {
  if (!('caches' in window) || !(await caches.has(STORE))) return null
  const cache = await caches.open(STORE)
  const text = (await (await cache.match(TEXT))?.text()) ?? ''
  const files: File[] = []
  for (const request of await cache.keys()) {
    const kept = await cache.match(request)
    const name = kept?.headers.get('X-Name')
    if (kept && name)
      files.push(
        new File([await kept.blob()], decodeURIComponent(name), {
          type: kept.headers.get('Content-Type') ?? '',
        }),
      )
  }
  return text === '' && files.length === 0 ? null : { text, files }
}

export async function forgetSharedContent(): Promise<void> {
  if ('caches' in window) await caches.delete(STORE).catch(() => false) // Where storage is blocked, it is empty.
}

/** Never cached: the content is gone once a conversation takes it. */
function sharedContentQuery() {
  return queryOptions({ queryKey: keys.shared, queryFn: readSharedContent, staleTime: 0, gcTime: 0 })
}

/** The content that was shared; null where there is none. */
export function useSharedContent() {
  const { data, isPending } = useQuery(sharedContentQuery())
  return { data, isPending }
}
