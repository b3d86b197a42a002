import { lazy, Suspense, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { errorSentence } from '@/api/errors'
import type { Deed, Role } from '@/api/session/party'
import { useSession, type Failure } from '@/api/session/session'
import { paths } from '@/lib/paths'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

const NotAllowedPage = lazy(async () => ({ default: (await import('@/pages/not-allowed')).NotAllowedPage }))
const NoPartyPage = lazy(async () => ({ default: (await import('@/pages/no-party')).NoPartyPage }))

/**
 * Admits signed-in people. Everybody else goes to /auth, with the wanted address in
 * `location.state.from`; a person who signed out goes home, also if their session ended first.
 */
export function RequirePerson() {
  const state = useSession()
  const { pathname, search } = useLocation()
  const [wasHere, setWasHere] = useState(false)
  if (state.status === 'signed-in' && !wasHere) setWasHere(true)
  if (state.status === 'loading') return <ProfileLoading failure={state.failure} />
  if (state.status === 'signed-in') return <Outlet />
  if (wasHere && state.status === 'signed-out' && state.endedBecause === undefined)
    return <Navigate to={paths.home()} replace />
  return <Navigate to={paths.auth()} replace state={{ from: `${pathname}${search}` }} />
}

const OtherParty = lazy(async () => ({
  default: (await import('@/features/organisation/other-party')).OtherParty,
}))

/**
 * Admits people who act for a party of these roles; used inside RequirePerson. A person with another
 * such party may switch to it here; a person of another role goes to the home page.
 */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  if (state.party === null) return <Navigate to={paths.dashboard()} replace />
  if (roles.includes(state.party.role)) return <Outlet />
  const owners = state.parties.flatMap(({ party }) => (roles.includes(party.role) ? party : []))
  if (owners.length === 0) return <Navigate to={paths.home()} replace />
  return (
    <Suspense>
      <OtherParty current={state.party} owners={owners} />
    </Suspense>
  )
}

/** Explains what a role of the organisation may not do, instead of leaving it to a refusal. */
export function RequireRight({ right }: { right: Deed }) {
  const state = useSession()
  if (state.status === 'signed-in' && state.rights.includes(right)) return <Outlet />
  return (
    <Suspense>
      <NotAllowedPage right={right} />
    </Suspense>
  )
}

const DASHBOARDS: Record<Role, string> = {
  admin: paths.admin(),
  professional: paths.professionalDashboard(),
  company: paths.companyDashboard(),
}

/** /dashboard redirects to the dashboard of the role; a person without a party learns what they can do. */
export function DashboardHome() {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  if (state.party !== null) return <Navigate to={DASHBOARDS[state.party.role]} replace />
  return (
    <Suspense>
      <NoPartyPage />
    </Suspense>
  )
}

/** Replaces a page while the profile of its reader loads, or if it failed to load. */
export function ProfileLoading({ failure }: { failure: Failure | undefined }) {
  if (failure !== undefined) {
    return (
      <ErrorState
        level={1}
        title="Não foi possível carregar o seu perfil"
        message={errorSentence(failure.error)}
        onRetry={failure.retry}
        retrying={failure.isRetrying}
      />
    )
  }
  return (
    <Loading level={1} label="Carregando seu painel…">
      <Skeleton className="h-8 w-64 max-w-full" />
      <Skeleton className="mt-3 h-5 w-96 max-w-full" />
      <div className="mt-8 grid gap-4 sm:grid-cols-3">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
      <Skeleton className="mt-6 h-72" />
    </Loading>
  )
}
