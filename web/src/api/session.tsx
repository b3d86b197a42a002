import type { Session } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { ApiError, toApiError } from '@/api/errors'
import { activeParty, NOBODY, type Acting, type Idle } from '@/api/party'
import { readPartyChoice, writePartyChoice } from '@/api/party-choice'
import { ownProfileQuery, type Own, type OwnProfile } from '@/api/profile'
import { useStoredSession, type Farewell } from '@/api/stored-session'

/** The signed-in person: `profile` is who he is, `party` for whom he acts. */
export type Person = { session: Session; profile: OwnProfile; parties: readonly Acting[] }

/** Who is using the page. `loading` appears between signing in and knowing one's profile. */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; endedBecause: ApiError | undefined }
  | ({ status: 'signed-in' } & Person & (Acting | Idle))

export type SignedIn = Extract<SessionState, { status: 'signed-in' }>

type SessionValue = {
  state: SessionState
  signOut: (farewell: Farewell) => Promise<void>
  actFor: (partyId: string) => void
}

/** Why it is not known who is there, and the way to ask again. */
type Failure = { error: unknown; retry: () => void; isRetrying: boolean }

const SessionContext = createContext<SessionValue | undefined>(undefined)

/** Shows nothing until it is known who is there; `failed` is shown when that cannot be learnt. */
export function SessionProvider({ children, failed }: SessionProviderProps) {
  const { session, endedBecause, signOut, expel } = useStoredSession()
  const userId = session?.user.id ?? ''
  const profile = useQuery({ ...ownProfileQuery(userId), enabled: userId !== '' })
  const { partyId, actFor } = usePartyChoice(userId)
  const state = useMemo(
    () => sessionState(session, profile.data, partyId, endedBecause),
    [session, profile.data, partyId, endedBecause],
  )
  const [started, setStarted] = useState(false)
  if (!started && state.status !== 'loading') setStarted(true)

  const isGone = profile.data === null
  useEffect(() => {
    if (isGone) void expel(new ApiError('session_ended', 401))
  }, [isGone, expel])

  const value = useMemo(() => ({ state, signOut, actFor }), [state, signOut, actFor])
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

/** The party chosen on this device, remembered a person. */
function usePartyChoice(userId: string) {
  const [choice, setChoice] = useState<{ userId: string; partyId: string }>()
  const actFor = useCallback(
    (partyId: string) => {
      writePartyChoice(userId, partyId)
      setChoice({ userId, partyId })
    },
    [userId],
  )
  const stored = useMemo(() => readPartyChoice(userId), [userId])
  return { partyId: choice?.userId === userId ? choice.partyId : stored, actFor }
}

function sessionState(
  session: Session | null | undefined,
  own: Own | null | undefined,
  partyId: string | undefined,
  endedBecause: ApiError | undefined,
): SessionState {
  if (session === null) return { status: 'signed-out', endedBecause }
  if (session === undefined || !own) return { status: 'loading' }
  return { status: 'signed-in', session, ...own, ...(activeParty(own.parties, partyId) ?? NOBODY) }
}

function useSessionValue(): SessionValue {
  const value = use(SessionContext)
  if (value === undefined) throw new Error('SessionProvider is missing')
  return value
}

export function useSession(): SessionState {
  return useSessionValue().state
}

/** Ends the session of this device after the farewell; when that fails, the session stays. */
export function useSignOut(): SessionValue['signOut'] {
  return useSessionValue().signOut
}

/** Acts for another of one's parties from now on; the person stays who he is. */
export function useActFor(): SessionValue['actFor'] {
  return useSessionValue().actFor
}

/** The signed-in person, whether he belongs to a party or not. Only for screens behind RequirePerson. */
export function usePerson(): Person & (Acting | Idle) {
  const state = useSession()
  if (state.status !== 'signed-in') throw toApiError({ code: 'no_authorization', status: 401 })
  return state
}

/** The person and the party he acts for. Only for screens behind RequireRole. */
export function useMember(): Person & Acting {
  const state = useSession()
  if (state.status !== 'signed-in' || state.party === null)
    throw toApiError({ code: 'no_authorization', status: 401 })
  return state
}
