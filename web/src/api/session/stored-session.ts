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

/** What is done last as a member; the session ending meanwhile is no surprise. */
export type Farewell = () => Promise<unknown>

type Stored = { session: Session | null | undefined; endedBecause: ApiError | undefined }

/** Why the session is about to end, undefined where its owner asked for it; and whether its last act is still under way. */
type Leaving = { reason: ApiError | undefined; isBusy: boolean }

/** The session this browser keeps, undefined until it was read, and the two ways out of it. */
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
      // Where the server is away the client may take its time to say that nobody is there.
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

  // The server already ended the session: there is nothing to tell it.
  const expel = useCallback(async (reason: ApiError) => {
    if (leaving.current) return
    leaving.current = { reason, isBusy: false }
    const client = await getClient()
    await client.auth.signOut({ scope: 'local' })
  }, [])

  useEffect(() => {
    const stopWatching = watchSession((session) => {
      // Without the server the client renews nothing and says nobody is there; the session stays stored.
      if (session === null && readStoredSession() !== undefined) return
      // The client may notice before the last page is there; signing out says it again then.
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

/** Takes a session over, or its end: nothing that was read under it stays. */
function useAdoption(
  leavingRef: RefObject<Leaving | undefined>,
  setStored: Dispatch<SetStateAction<Stored>>,
): (session: Session | null) => void {
  const queryClient = useQueryClient()
  return useCallback(
    (session) => {
      const reason = leavingRef.current ? leavingRef.current.reason : new ApiError('session_ended', 401)
      // The router changes pages in transitions: sooner, the guarded page would be drawn once more, for nobody.
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
