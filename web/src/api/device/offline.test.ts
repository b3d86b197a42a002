import type { Session } from '@supabase/supabase-js'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { saveOffline, restoreOffline } from '@/api/device/offline'
import { keys } from '@/api/keys'
import { shownSince } from '@/api/device/last-seen'
import type { OfflineRow } from '@/lib/device/offline-store'

const store = vi.hoisted((): { rows: OfflineRow[] } => ({ rows: [] }))
vi.mock('@/lib/device/offline-store', () => ({
  readOffline: (owner: string) => Promise.resolve(store.rows.filter((row) => row.owner === owner)),
  writeOffline: (rows: OfflineRow[]) => {
    const others = store.rows.filter(({ hash }) => rows.every((row) => row.hash !== hash))
    store.rows = [...others, ...structuredClone(rows)]
    return Promise.resolve()
  },
  forgetOffline: (butOf?: string) => {
    store.rows = store.rows.filter(({ owner }) => owner === butOf)
    return Promise.resolve()
  },
}))

function session(id: string, sessionId: string): Session {
  const token = `-.${btoa(JSON.stringify({ session_id: sessionId }))}.-`
  const user = { id, app_metadata: {}, user_metadata: {}, aud: '', created_at: '' }
  return { access_token: token, refresh_token: '-', expires_in: 0, token_type: 'bearer', user }
}

const MARINA = session('marina', 's1')
const TURNS = keys.turns.of('marina')
const UNREAD = keys.notifications.unread('marina')

function signIn(person: Session | undefined) {
  localStorage.clear()
  if (person !== undefined) localStorage.setItem('sb-mercado-auth-token', JSON.stringify(person))
}

/** What Marina saw at noon. */
async function seen(before?: (client: QueryClient) => void) {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') })
  signIn(MARINA)
  const client = new QueryClient()
  client.setQueryData(TURNS, 'antes')
  const stop = saveOffline(client, MARINA)
  client.setQueryData(UNREAD, 3)
  client.setQueryData(keys.finance.balance('marina'), 100)
  client.setQueryData(keys.contracts.pix('m1'), 'código')
  client.setQueryData(keys.settings.sessions, 'este aparelho')
  client.setQueryData(keys.admin.overview, { users: 3 })
  before?.(client)
  await vi.advanceTimersByTimeAsync(1000)
  stop()
  vi.useRealTimers()
}

async function restored(owner: Session | undefined, after_ms = 60_000) {
  signIn(owner)
  vi.setSystemTime(Date.parse('2026-11-20T12:00:00Z') + after_ms)
  const client = new QueryClient()
  await restoreOffline(client)
  vi.useRealTimers()
  return client
}

beforeEach(() => {
  store.rows = []
})

test('what a session saw is there again, to be asked anew; money, security and administration are not', async () => {
  await seen()
  const client = await restored(MARINA)
  expect(client.getQueryState(UNREAD)).toMatchObject({ data: 3, isInvalidated: true })
  expect(client.getQueryData(keys.turns.of('marina'))).toBe('antes')
  expect(client.getQueryCache().getAll()).toHaveLength(2)
})

test('a text that is being typed is not kept with what was asked of it', async () => {
  await seen((client) => {
    client.setQueryData(keys.technologiesOf('suggested', 'Migração do S7'), 'S7-1500')
    client.setQueryData(keys.projects.scopeDraft('{}'), { text: '' })
  })
  const client = await restored(MARINA)
  expect(client.getQueryCache().getAll()).toHaveLength(2)
})

test.each([
  ['another person', session('serra', 's2')],
  ['the same person signed in anew', session('marina', 's2')],
  ['nobody', undefined],
])('%s sees nothing of it', async (_, owner) => {
  await seen()
  expect((await restored(owner)).getQueryCache().getAll()).toEqual([])
})

test('who signs in next leaves nothing of it', async () => {
  await seen()
  const serra = session('serra', 's2')
  signIn(serra)
  saveOffline(new QueryClient(), serra)()
  expect(store.rows).toEqual([])
})

test('a tab that did not hear yet that the session is over writes nothing', async () => {
  await seen(() => signIn(undefined))
  expect(store.rows).toEqual([])
})

test('a week later it is not believed any more', async () => {
  await seen()
  const client = await restored(MARINA, 8 * 24 * 60 * 60 * 1000)
  expect(client.getQueryCache().getAll()).toEqual([])
})

test('what is huge is not kept', async () => {
  await seen((client) => client.setQueryData(UNREAD, 'x'.repeat(300_001)))
  expect(store.rows.map(({ hash }) => hash)).toEqual([JSON.stringify(keys.turns.of('marina'))])
})

test('what is newer is never replaced, and the screen tells how old the rest is', async () => {
  await seen()
  signIn(MARINA)
  const client = new QueryClient()
  client.setQueryData(UNREAD, 5)
  vi.setSystemTime(Date.parse('2026-11-20T12:30:00Z'))
  await restoreOffline(client)
  vi.useRealTimers()
  expect(client.getQueryData(UNREAD)).toBe(5)
  const look = (queryKey: readonly string[]) =>
    new QueryObserver(client, {
      queryKey,
      enabled: true,
      staleTime: Infinity,
      refetchOnMount: false,
    }).subscribe(() => undefined)
  look(UNREAD)
  expect(shownSince(client)).toBeUndefined()
  look(keys.turns.of('marina'))
  expect(shownSince(client)).toBe(Date.parse('2026-11-20T12:00:00Z'))
})
