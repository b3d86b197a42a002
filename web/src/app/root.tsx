import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import type { Role } from '@/api/session/party'
import { useSession, type SessionState } from '@/api/session/session'
import { Expendable } from '@/app/error-screen'
import { RouteAnnouncer } from '@/app/navigation/route-announcer'
import { useRecentPages } from '@/app/palette/recent-pages'
import { Shortcuts } from '@/app/palette/shortcuts'
import { useLastSeen } from '@/app/realtime/use-last-seen'
import { followTheme } from '@/lib/device/theme'
import { paths } from '@/lib/paths'
import { currentToast, subscribeToToast, toast } from '@/lib/toast'

const DeviceKeeper = lazy(async () => ({ default: (await import('@/app/device-keeper')).DeviceKeeper }))
const Realtime = lazy(() => import('@/app/realtime/realtime'))
const SecondFactorPage = lazy(async () => ({
  default: (await import('@/pages/second-factor')).SecondFactorPage,
}))
const CompleteRegistrationPage = lazy(async () => ({
  default: (await import('@/pages/complete-registration')).CompleteRegistrationPage,
}))
const Toaster = lazy(() => import('@/ui/toaster'))

/** What surrounds every page, in any layout. */
export function Root() {
  const state = useSession()
  const isMember = state.status === 'signed-in'
  useEffect(followTheme, [])
  useLastSeen(isMember ? state.session : undefined)
  useRecentPages(isMember ? state.profile.id : undefined)
  useWorker(isMember ? state.party?.role : undefined)
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
      {((isMember && 'serviceWorker' in navigator) || (state.status === 'signed-out' && hasWorker())) && (
        <Expendable>
          <Suspense>
            <DeviceKeeper profileId={isMember ? state.profile.id : null} />
          </Suspense>
        </Expendable>
      )}
      <Admitted state={state} />
      <Expendable>
        <Notices />
      </Expendable>
    </>
  )
}

/** The pages that must be readable before the terms are accepted. */
const LEGAL: readonly string[] = [paths.terms(), paths.privacy()]

/** The page of the address, or the step of the sign-in that is still missing. */
function Admitted({ state }: { state: SessionState }) {
  const { pathname } = useLocation()
  if (state.status === 'halfway') {
    return (
      <Suspense>
        <SecondFactorPage session={state.session} />
      </Suspense>
    )
  }
  if (state.status === 'unfinished' && !LEGAL.includes(pathname)) {
    return (
      <Suspense>
        <CompleteRegistrationPage session={state.session} />
      </Suspense>
    )
  }
  return <Outlet />
}

/** Only devices on which a member signed in before have a service worker. */
function hasWorker(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
}

/** The toast region is loaded with the first toast. */
function Notices() {
  const hasShown = useSyncExternalStore(subscribeToToast, currentToast, currentToast) !== undefined
  return hasShown ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

/** Says why the session ended, unless the person signed out. */
function SessionNotice() {
  const state = useSession()
  const reason = state.status === 'signed-out' ? state.endedBecause : undefined
  useEffect(() => {
    if (reason !== undefined) {
      toast({ variant: 'destructive', title: 'Sessão encerrada', description: reason.message })
    }
  }, [reason])
  return null
}

/**
 * Registers the service worker for members, who can then open the application offline; a visitor stores
 * nothing. The worker caches the shell by itself, and the pages of a side when it is told which side.
 */
function useWorker(side: Role | undefined): void {
  useEffect(() => {
    if (side === undefined || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const tell = () => serviceWorker.controller?.postMessage({ side })
    serviceWorker.addEventListener('controllerchange', tell)
    serviceWorker.register('/sw.js').then(tell, () => undefined) // Without a service worker only offline start is missing.
    return () => serviceWorker.removeEventListener('controllerchange', tell)
  }, [side])
}
