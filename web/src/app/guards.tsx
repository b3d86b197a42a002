import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '@/api/session'
import type { Role } from '@/api/profile'
import { paths } from '@/lib/paths'

/**
 * Lets only these roles through. Nobody signed in: /auth, which finds the
 * wanted address in `location.state.from`. Another role: the home page.
 */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const state = useSession()
  const { pathname, search } = useLocation()
  if (state.status === 'loading') return null
  if (state.status === 'signed-out') {
    return <Navigate to={paths.auth()} replace state={{ from: `${pathname}${search}` }} />
  }
  return roles.includes(state.profile.role) ? <Outlet /> : <Navigate to={paths.home()} replace />
}

const DASHBOARDS: Record<Role, string> = {
  admin: paths.admin(),
  professional: paths.professionalDashboard(),
  company: paths.companyDashboard(),
}

/** /dashboard itself: each role has its own. */
export function DashboardHome() {
  const state = useSession()
  return (
    <Navigate to={state.status === 'signed-in' ? DASHBOARDS[state.profile.role] : paths.home()} replace />
  )
}
