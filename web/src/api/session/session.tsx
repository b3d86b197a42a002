import type { Session } from '@supabase/supabase-js'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  createContext,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { ApiError, toApiError } from '@/api/errors'
import { keys } from '@/api/keys'
import { request } from '@/api/request/request'
import { activeParty, NOBODY, partiesOf, type Acting, type Idle, type OwnProfile } from '@/api/session/party'
import { lacksSecondFactor } from '@/api/session/second-factor'
import { useStoredSession, type Farewell } from '@/api/session/stored-session'

/** The signed-in person, and the parties they may act for. */
export type Person = { session: Session; profile: OwnProfile; parties: readonly Acting[] }

/**
 * Who uses the page. `loading`: there is a session, but its profile is not loaded yet, or failed to load
 * (`failure`). `halfway`: the account asks for a second factor, which is still missing. `unfinished`:
 * the account lacks the document and the acceptance of the terms.
 */
export type SessionState =
  | { status: 'loading'; failure: Failure | undefined }
  | { status: 'signed-out'; endedBecause: ApiError | undefined }
  | { status: 'halfway'; session: Session }
  | { status: 'unfinished'; session: Session }
  | ({ status: 'signed-in' } & Person & (Acting | Idle))

export type SignedIn = Extract<SessionState, { status: 'signed-in' }>

type SessionValue = {
  state: SessionState
  /** Resolves to whether the server was told; offline it is told later. */
  signOut: (farewell: Farewell) => Promise<boolean>
  actFor: (partyId: string) => void
}

/** Why the profile could not be loaded, and how to retry. */
export type Failure = { error: unknown; retry: () => void; isRetrying: boolean }

const SessionContext = createContext<SessionValue | undefined>(undefined)

/** Renders its children at once; components that need the person use `useSession`. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { session, endedBecause, signOut, expel } = useStoredSession()
  const userId = session && !lacksSecondFactor(session) ? session.user.id : ''
  const profile = useQuery({ ...ownProfileQuery(userId), enabled: userId !== '' })
  const { partyId, actFor } = usePartyChoice(userId)
  const failure = useFailure(profile)
  const state = useMemo(
    () => sessionState(session, profile.data, partyId, endedBecause, failure),
    [session, profile.data, partyId, endedBecause, failure],
  )

  const isGone = profile.data === null
  useEffect(() => {
    if (isGone) void expel(new ApiError('session_ended', 401))
  }, [isGone, expel])

  const shown = useInPieces(state)
  const value = useMemo(() => ({ state: shown, signOut, actFor }), [shown, signOut, actFor])
  return <SessionContext value={value}>{children}</SessionContext>
}

/**
 * Defers the first render of a member's page, so that the browser stays responsive. Every other change
 * of the session applies at once.
 */
function useInPieces(state: SessionState): SessionState {
  const before = useDeferredValue(state)
  return state.status === 'signed-in' && before.status === 'loading' ? before : state
}

/** Keeps the failure visible while the query retries. */
function useFailure({ error, refetch, isFetching }: UseQueryResult<Own | null>): Failure | undefined {
  const [held, setHeld] = useState(error)
  if (error !== null && error !== held) setHeld(error)
  return useMemo(
    () => (held === null ? undefined : { error: held, retry: () => void refetch(), isRetrying: isFetching }),
    [held, refetch, isFetching],
  )
}

/** The party that the person chose on this device. */
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
  failure: Failure | undefined,
): SessionState {
  if (session === null) return { status: 'signed-out', endedBecause }
  if (session && lacksSecondFactor(session)) return { status: 'halfway', session }
  if (session && !own && isUnfinished(failure)) return { status: 'unfinished', session }
  if (session === undefined || !own) return { status: 'loading', failure }
  return { status: 'signed-in', session, ...own, ...(activeParty(own.parties, partyId) ?? NOBODY) }
}

function isUnfinished(failure: Failure | undefined): boolean {
  return failure?.error instanceof ApiError && failure.error.code === 'registration_incomplete'
}

function useSessionValue(): SessionValue {
  const value = use(SessionContext)
  if (value === undefined) throw new Error('SessionProvider is missing')
  return value
}

export function useSession(): SessionState {
  return useSessionValue().state
}

/** Ends the session of this device after the farewell; if the farewell fails, the session stays. */
export function useSignOut(): SessionValue['signOut'] {
  return useSessionValue().signOut
}

/** Switches to another party of the person. */
export function useActFor(): SessionValue['actFor'] {
  return useSessionValue().actFor
}

/** The signed-in person, with or without a party. Only for screens behind RequirePerson. */
export function usePerson(): Person & (Acting | Idle) {
  const state = useSession()
  if (state.status !== 'signed-in') throw toApiError({ code: 'no_authorization', status: 401 })
  return state
}

/** The signed-in person and their party. Only for screens behind RequireRole. */
export function useMember(): Person & Acting {
  const state = useSession()
  if (state.status !== 'signed-in' || state.party === null)
    throw toApiError({ code: 'no_authorization', status: 401 })
  return state
}

// The party that a person acted for last, on this device.
const PREFIX = 'automacao-parte:'

function readPartyChoice(userId: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + userId) ?? undefined
  } catch {
    return undefined // Storage is blocked.
  }
}

function writePartyChoice(userId: string, partyId: string): void {
  try {
    localStorage.setItem(PREFIX + userId, partyId)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** The signed-in person and every party they act for: their own first, then in the order of joining. */
type Own = { profile: OwnProfile; parties: readonly Acting[] }

const SHOWN =
  'id, role, status, name, avatar_url, avatar_seed, banner_url, headline, title, location, skills, is_party, contact_id'

function ownProfileQuery(userId: string) {
  return queryOptions({
    queryKey: keys.ownProfile(userId),
    queryFn: ({ signal }) => fetchOwn(userId, signal),
    staleTime: Infinity, // Realtime and the profile form keep it current.
  })
}

async function fetchOwn(userId: string, signal: AbortSignal): Promise<Own | null> {
  const row = await request((data) =>
    data
      .from('profiles')
      .select(
        `${SHOWN}, memberships!person_id(role, created_at, organisation:organisations!organisation_id(id, role, legal_name, party:profiles!organisations_id_fkey(${SHOWN})))`,
      )
      .eq('id', userId)
      .order('created_at', { referencedTable: 'memberships' })
      .abortSignal(signal)
      .maybeSingle(),
  )
  if (row === null) return null
  const { memberships, ...profile } = row
  return { profile, parties: partiesOf(profile, memberships) }
}
