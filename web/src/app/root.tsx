import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { Expendable } from '@/app/error-boundary'
import { RouteAnnouncer } from '@/app/route-announcer'
import { Shortcuts } from '@/app/shortcuts'
import { useSession } from '@/api/session'
import { followTheme } from '@/lib/theme'
import { currentToast, subscribeToToast, toast } from '@/lib/toast'

const Realtime = lazy(() => import('@/app/realtime'))
const SecondFactorPage = lazy(async () => ({
  default: (await import('@/pages/second-factor')).SecondFactorPage,
}))
const Toaster = lazy(() => import('@/ui/toaster'))

/** What surrounds every page, whatever its layout. */
export function Root() {
  const state = useSession()
  const isMember = state.status === 'signed-in'
  useEffect(followTheme, [])
  useEffect(() => {
    if (isMember) installWorker()
  }, [isMember])
  return (
    <>
      <ScrollRestoration />
      <RouteAnnouncer />
      <Shortcuts />
      <SessionNotice />
      {state.status === 'signed-in' && (
        <Expendable>
          <Suspense>
            <Realtime profileId={state.profile.id} party={state.party} />
          </Suspense>
        </Expendable>
      )}
      {state.status === 'halfway' ? (
        <Suspense>
          <SecondFactorPage session={state.session} />
        </Suspense>
      ) : (
        <Outlet />
      )}
      <Expendable>
        <Notices />
      </Expendable>
    </>
  )
}

/** Who works here opens the application without a line too; a visitor is not made to keep it. */
function installWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register('/sw.js').catch(() => undefined) // Without it all works but that.
}

/** The region of notices comes with the first one. */
function Notices() {
  const hasShown = useSyncExternalStore(subscribeToToast, currentToast, currentToast) !== undefined
  return hasShown ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

/** Says why the session ended when it was not the person who left. */
function SessionNotice() {
  const state = useSession()
  const reason = state.status === 'signed-out' ? state.endedBecause : undefined
  useEffect(() => {
    if (reason !== undefined) {
      toast({ variant: 'destructive', title: 'Você foi desconectado', description: reason.message })
    }
  }, [reason])
  return null
}
