import type { Session } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import {
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react'
import {
  arrivesInAddress,
  getClient,
  isSessionKey,
  mayHaveSession,
  readStoredSession,
  watchClient,
} from '@/api/client'
import { endSession } from '@/api/session/end-session'
import { ApiError } from '@/api/errors'
import { onSessionEnd } from '@/api/session/session-end'
import { forgetSharedContent } from '@/api/device/share-target'
import { forgetAllDraftFiles } from '@/lib/device/draft-files'
import { forgetDrafts } from '@/lib/device/drafts'
import { forgetOffline } from '@/lib/device/offline-store'

/** The last request of a member before the session ends; a session that ends meanwhile is no failure. */
export type Farewell = () => Promise<unknown>

type Stored = { session: Session | null | undefined; endedBecause: ApiError | undefined }

/** Why the session ends (undefined if its owner signed out), and whether the farewell is still running. */
type Leaving = { reason: ApiError | undefined; isBusy: boolean }

/** The stored session, undefined until it is read, and the two ways to end it. */
export function useStoredSession() {
  const [stored, setStored] = useState<Stored>(() => ({
    session: arrivesInAddress() ? undefined : (readStoredSession() ?? (mayHaveSession() ? undefined : null)),
    endedBecause: undefined,
  }))
  const leaving = useRef<Leaving | undefined>(undefined)

  const adopt = useAdoption(leaving, setStored)

  const signOut = useCallback(
    async (farewell: Farewell) => {
      if (leaving.current) throw new ApiError('session_ended', 401)
      leaving.current = { reason: undefined, isBusy: true }
      try {
        await farewell()
      } catch (error) {
        leaving.current = undefined
        throw error
      }
      leaving.current.isBusy = false
      forgetDrafts()
      const ending = endSession()
      // While the server is down, the client may take long to report the end.
      if (readStoredSession() === undefined) adopt(null)
      const [isTold] = await Promise.all([
        ending,
        forgetOffline(),
        forgetSharedContent(),
        forgetAllDraftFiles(),
      ])
      return isTold
    },
    [adopt],
  )

  // The server already ended the session, so it is not told.
  const expel = useCallback(async (reason: ApiError) => {
    if (leaving.current) return
    leaving.current = { reason, isBusy: false }
    const client = await getClient()
    await client.auth.signOut({ scope: 'local' })
  }, [])

  useEffect(() => {
    const stopWatching = watchSession((session) => {
      // While the server is down, the client cannot renew the token and reports no session; the session
      // stays stored.
      if (session === null && readStoredSession() !== undefined) return
      // The client may report the end during the farewell; sign-out reports it again afterwards.
      if (session === null && leaving.current?.isBusy === true) return
      adopt(session)
    })
    const stopListening = onSessionEnd((reason) => void expel(reason))
    return () => {
      stopWatching()
      stopListening()
    }
  }, [adopt, expel])

  return { ...stored, signOut, expel }
}

/** Adopts a new session or the end of one; cached data of the old session is removed. */
function useAdoption(
  leavingRef: RefObject<Leaving | undefined>,
  setStored: Dispatch<SetStateAction<Stored>>,
): (session: Session | null) => void {
  const queryClient = useQueryClient()
  return useCallback(
    (session) => {
      const reason = leavingRef.current ? leavingRef.current.reason : new ApiError('session_ended', 401)
      // The router navigates in a transition. Without one here, the guarded page would render once more
      // without a person.
      startTransition(() =>
        setStored((before) => {
          if (session !== null) return { session, endedBecause: undefined }
          return { session, endedBecause: before.session ? reason : before.endedBecause }
        }),
      )
      if (session !== null) leavingRef.current = undefined
      else {
        queryClient.clear()
        void forgetOffline()
      }
    },
    [queryClient, leavingRef, setStored],
  )
}

/** Follows the session of this tab and, through storage events, of other tabs. */
function watchSession(changed: (session: Session | null) => void): () => void {
  let unsubscribe: () => void = () => undefined
  const stopWatching = watchClient((client) => {
    unsubscribe()
    const { data } = client.auth.onAuthStateChange((_event, session) => changed(session))
    unsubscribe = () => data.subscription.unsubscribe()
  })
  // If the client fails to load, the page treats the person as signed out.
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
