import type { Session } from '@supabase/supabase-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { getClient, isSessionKey, mayHaveSession, watchClient } from '@/api/client'
import { ApiError, toApiError } from '@/api/errors'
import { ownProfileQuery, type OwnProfile } from '@/api/profile'
import { onSessionEnd } from '@/api/session-end'
import { forgetDrafts } from '@/lib/drafts'

/** Who is using the page. `loading` appears between signing in and knowing one's profile. */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; endedBecause: ApiError | undefined }
  | { status: 'signed-in'; session: Session; profile: OwnProfile }

/** What is done last as a member; the session ending meanwhile is no surprise. */
type Farewell = () => Promise<unknown>
type SessionValue = { state: SessionState; signOut: (farewell: Farewell) => Promise<void> }
type Stored = { session: Session | null | undefined; endedBecause: ApiError | undefined }

const SessionContext = createContext<SessionValue | undefined>(undefined)

/** Shows nothing until it is known who is there; `failed` is shown when that cannot be learnt. */
export function SessionProvider({ children, failed }: SessionProviderProps) {
  const { session, endedBecause, signOut, expel } = useStoredSession()
  const userId = session?.user.id ?? ''
  const profile = useQuery({ ...ownProfileQuery(userId), enabled: userId !== '' })
  const state = useMemo(
    () => sessionState(session, profile.data, endedBecause),
    [session, profile.data, endedBecause],
  )
  const [started, setStarted] = useState(false)
  if (!started && state.status !== 'loading') setStarted(true)

  const isGone = profile.data === null
  useEffect(() => {
    if (isGone) void expel(new ApiError('session_ended', 401))
  }, [isGone, expel])

  const value = useMemo(() => ({ state, signOut }), [state, signOut])
  if (profile.isError && state.status === 'loading')
    return failed(profile.error, () => void profile.refetch())
  return <SessionContext value={value}>{started ? children : null}</SessionContext>
}

type SessionProviderProps = {
  children: ReactNode
  failed: (error: unknown, retry: () => void) => ReactNode
}

function sessionState(
  session: Session | null | undefined,
  profile: OwnProfile | null | undefined,
  endedBecause: ApiError | undefined,
): SessionState {
  if (session === null) return { status: 'signed-out', endedBecause }
  if (session === undefined || !profile) return { status: 'loading' }
  return { status: 'signed-in', session, profile }
}

function useStoredSession() {
  const queryClient = useQueryClient()
  const [stored, setStored] = useState<Stored>(() => ({
    session: mayHaveSession() ? undefined : null,
    endedBecause: undefined,
  }))
  // Why the session is about to end; undefined while nobody asked for it.
  const leaving = useRef<{ reason: ApiError | undefined } | undefined>(undefined)

  const signOut = useCallback(async (farewell: Farewell) => {
    if (leaving.current) throw new ApiError('session_ended', 401)
    leaving.current = { reason: undefined }
    try {
      await farewell()
    } catch (error) {
      leaving.current = undefined
      throw error
    }
    forgetDrafts()
    const client = await getClient()
    await client.auth.signOut({ scope: 'global' })
    await client.auth.signOut({ scope: 'local' })
  }, [])

  // The server already ended the session: there is nothing to tell it.
  const expel = useCallback(async (reason: ApiError) => {
    if (leaving.current) return
    leaving.current = { reason }
    const client = await getClient()
    await client.auth.signOut({ scope: 'local' })
  }, [])

  useEffect(() => {
    const stopWatching = watchSession((session) => {
      const reason = leaving.current ? leaving.current.reason : new ApiError('session_ended', 401)
      // The router changes pages in transitions: sooner, the guarded page would be drawn once more, for nobody.
      startTransition(() =>
        setStored((before) => {
          if (session !== null) return { session, endedBecause: undefined }
          return { session, endedBecause: before.session ? reason : before.endedBecause }
        }),
      )
      if (session === null) queryClient.clear()
      if (session !== null) leaving.current = undefined
    })
    const stopListening = onSessionEnd((reason) => void expel(reason))
    return () => {
      stopWatching()
      stopListening()
    }
  }, [queryClient, expel])

  return { ...stored, signOut, expel }
}

/** Follows the session of this tab and, through storage, of the others. */
function watchSession(changed: (session: Session | null) => void): () => void {
  let unsubscribe: () => void = () => undefined
  const stopWatching = watchClient((client) => {
    unsubscribe()
    const { data } = client.auth.onAuthStateChange((_event, session) => changed(session))
    unsubscribe = () => data.subscription.unsubscribe()
  })
  // Without the client nobody is signed in as far as this page can know.
  const load = () => getClient().catch(() => changed(null))
  const onStorage = (event: StorageEvent) => {
    if (event.key !== null && isSessionKey(event.key) && event.newValue !== null) void load()
  }
  window.addEventListener('storage', onStorage)
  if (mayHaveSession()) void load()
  return () => {
    window.removeEventListener('storage', onStorage)
    stopWatching()
    unsubscribe()
  }
}

function useSessionValue(): SessionValue {
  const value = use(SessionContext)
  if (value === undefined) throw new Error('SessionProvider is missing')
  return value
}

export function useSession(): SessionState {
  return useSessionValue().state
}

/** Ends every session of the user after the farewell; when that fails, the session stays. */
export function useSignOut(): SessionValue['signOut'] {
  return useSessionValue().signOut
}

/** The signed-in person. Only for screens behind RequireRole. */
export function useMember(): { session: Session; profile: OwnProfile } {
  const state = useSession()
  if (state.status !== 'signed-in') throw toApiError({ code: 'no_authorization', status: 401 })
  return state
}
