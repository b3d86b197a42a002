import { useNavigate } from 'react-router'
import { useSignOut } from '@/api/session'
import { paths } from '@/lib/paths'

/** "Sair": to the home page first, so that no guard redirects to /auth on the way. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  const signOut = useSignOut()
  // Refused only when the session is already on its way out.
  return () => signOut(async () => navigate(paths.home())).catch(() => undefined)
}
