import { Navigate, useLocation } from 'react-router'
import { REFUSALS } from '@/api/codes'
import { errorSentence } from '@/api/errors'
import { useSession } from '@/api/session/session'
import {
  InvitationScreen,
  InvitationSkeleton,
  Refused,
} from '@/features/organisation/invitations/invitation-screen'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { ErrorState } from '@/ui/error-state'
import { Page } from '@/ui/page'

/** Where the link of an invitation leads; its token is the fragment of the address. */
export function InvitationPage() {
  useTitle('Convite para uma equipe')
  const state = useSession()
  const token = decodeURIComponent(useLocation().hash.slice(1))
  if (state.status === 'loading' && state.failure !== undefined) {
    const { error, retry, isRetrying } = state.failure
    return <ErrorState level={1} message={errorSentence(error)} onRetry={retry} retrying={isRetrying} />
  }
  if (state.status === 'loading') return <InvitationSkeleton />
  if (state.status === 'signed-out' && token !== '')
    return <Navigate to={paths.authInvited(token, 'register')} replace />
  return (
    <Page className="max-w-xl">
      {state.status === 'signed-in' && token !== '' ? (
        <InvitationScreen token={token} member={state} />
      ) : (
        <Refused sentence={REFUSALS.invitation_not_found} />
      )}
    </Page>
  )
}
