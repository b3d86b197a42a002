import type { Session } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { ApiError, toApiError } from '@/api/errors'
import { ownProfileQuery, type OwnProfile } from '@/api/profile'
import { useStoredSession, type Farewell } from '@/api/stored-session'

/** Who is using the page. `loading` appears between signing in and knowing one's profile. */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; endedBecause: ApiError | undefined }
  | { status: 'signed-in'; session: Session; profile: OwnProfile }

type SessionValue = { state: SessionState; signOut: (farewell: Farewell) => Promise<void> }

/** Why it is not known who is there, and the way to ask again. */
type Failure = { error: unknown; retry: () => void; isRetrying: boolean }

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
  // A query forgets its failure while it tries again; the person still looks at it.
  const [failure, setFailure] = useState(profile.error)
  if (profile.error !== null && profile.error !== failure) setFailure(profile.error)
  if (failure !== null && state.status === 'loading' && profile.errorUpdateCount > 0)
    return failed({ error: failure, retry: () => void profile.refetch(), isRetrying: profile.isFetching })
  return <SessionContext value={value}>{started ? children : null}</SessionContext>
}

type SessionProviderProps = {
  children: ReactNode
  failed: (failure: Failure) => ReactNode
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
