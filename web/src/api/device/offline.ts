import type { Session } from '@supabase/supabase-js'
import { dehydrate, hydrate, type DehydratedState, type Query, type QueryClient } from '@tanstack/react-query'
import { readStoredSession } from '@/api/client'
import { markRestored } from '@/api/device/last-seen'
import { OFFLINE_NOUNS } from '@/api/register'
import { ownEntry } from '@/lib/device/deployment'
import { forgetOffline, readOffline, writeOffline, type OfflineRow } from '@/lib/device/offline-store'

const SAVE_AFTER_MS = 1000
const OFFLINE_FOR_MS = 7 * 24 * 60 * 60 * 1000
const CHARACTERS_MAX = 300_000

/**
 * What people work on. Money, security, disputes, administration and profile forms are never stored. The
 * register says so of every table; these nouns are read from no table by itself.
 */
const OFFLINE = [...OFFLINE_NOUNS, 'activity', 'onboarding', 'own-profile', 'turns']
const NOT_OFFLINE = [
  'contracts/pix',
  'contracts/fiscal',
  'contracts/attached',
  'contracts/document',
  'profiles/editable',
  // What is being typed is kept as the draft of its form alone.
  'projects/scope-draft',
  'technologies/suggested',
]

type OfflineQuery = DehydratedState['queries'][number]

/** Restores what this session saw last, except where newer data is cached. */
export async function restoreOffline(queryClient: QueryClient): Promise<void> {
  const owner = ownerOf(readStoredSession())
  if (owner === undefined) return
  const rows = (await readOffline(owner)).filter(({ at }) => Date.now() - at < OFFLINE_FOR_MS)
  if (ownerOf(readStoredSession()) !== owner) return
  const missing = rows
    .flatMap(({ value }) => (isOfflineQuery(value) ? value : []))
    .filter(isMissing(queryClient))
  for (const { queryHash, state } of missing) markRestored(queryHash, state.dataUpdatedAt)
  hydrate(queryClient, { mutations: [], queries: missing })
}

function isMissing(queryClient: QueryClient) {
  return ({ queryKey }: OfflineQuery) => queryClient.getQueryData(queryKey) === undefined
}

/** Stores what the session sees, until the returned function is called. */
export function saveOffline(queryClient: QueryClient, session: Session): () => void {
  const owner = ownerOf(session)
  if (owner === undefined) return () => undefined
  const cache = queryClient.getQueryCache()
  const changed = new Set(cache.getAll().filter(isWanted))
  let timer: number | undefined
  const save = () => {
    window.clearTimeout(timer)
    timer = undefined
    const queries = [...changed].filter(isWanted)
    changed.clear()
    if (queries.length > 0) void write(queryClient, owner, queries)
  }
  const saveSoon = () => {
    timer ??= window.setTimeout(save, SAVE_AFTER_MS)
  }
  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const query = cache.get(event.query.queryHash)
    if (query === undefined || !isWanted(query)) return
    changed.add(query)
    saveSoon()
  })
  // A page that is closed within the second is stored too.
  document.addEventListener('visibilitychange', save)
  void forgetOffline(owner).then(saveSoon)
  return () => {
    window.clearTimeout(timer)
    document.removeEventListener('visibilitychange', save)
    unsubscribe()
  }
}

/** A tab may learn late that the session ended; it must not store anything after that. */
async function write(queryClient: QueryClient, owner: string, queries: readonly Query[]): Promise<void> {
  if (ownerOf(readStoredSession()) !== owner) return
  const hashes = new Set(queries.map(({ queryHash }) => queryHash))
  const state = dehydrate(queryClient, { shouldDehydrateQuery: ({ queryHash }) => hashes.has(queryHash) })
  await writeOffline(state.queries.flatMap((query) => rowOf(owner, query)))
  if (ownerOf(readStoredSession()) !== owner) await forgetOffline()
}

function rowOf(owner: string, query: OfflineQuery): OfflineRow | [] {
  if (JSON.stringify(query.state.data).length > CHARACTERS_MAX) return []
  // Invalidated, because some queries never become stale by themselves.
  const value = { ...query, state: { ...query.state, isInvalidated: true } }
  return { owner, hash: query.queryHash, at: query.state.dataUpdatedAt, value }
}

function isWanted({ queryKey: [noun, part], state }: Query): boolean {
  return (
    state.status === 'success' &&
    state.data !== undefined &&
    OFFLINE.includes(String(noun)) &&
    !NOT_OFFLINE.includes(`${String(noun)}/${String(part)}`)
  )
}

/** The person, the session and the build. A new sign-in or a new build starts with an empty store. */
function ownerOf(session: Session | undefined): string | undefined {
  const id = session && sessionIn(session.access_token)
  return id === undefined ? undefined : [session?.user.id, id, ownEntry(document)].join(' ')
}

function sessionIn(token: string): string | undefined {
  try {
    const body = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const claims: unknown = JSON.parse(atob(body))
    const id: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'session_id') : ''
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

function isOfflineQuery(value: unknown): value is OfflineQuery {
  return (
    typeof value === 'object' &&
    value !== null &&
    Array.isArray(Reflect.get(value, 'queryKey')) &&
    typeof Reflect.get(value, 'queryHash') === 'string' &&
    typeof Reflect.get(value, 'state') === 'object'
  )
}
