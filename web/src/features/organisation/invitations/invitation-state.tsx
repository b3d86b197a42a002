import { lazy, Suspense } from 'react'
import { errorSentence, sentenceOf } from '@/api/errors'
import { type ShownInvitation, invitationQuery } from '@/features/organisation/queries'
import { Loading, Skeleton } from '@/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

const InvitationNotice = lazy(async () => ({
  default: (await import('@/features/organisation/invitations/invitation-notice')).InvitationNotice,
}))

type InvitationBannerProps = {
  invitation: ShownInvitation | undefined
  isRefused: boolean
  error: Error | null
}

/** An open invitation, or the reason why it cannot be used. */
export function InvitationBanner({ invitation, isRefused, error }: InvitationBannerProps) {
  return (
    <>
      {invitation && (
        <Suspense fallback={<Skeleton className="mb-6 h-20" />}>
          <InvitationNotice invitation={invitation} />
        </Suspense>
      )}
      {isRefused && <InvitationRefusal error={error} />}
    </>
  )
}

/** Why an invitation opens nothing: the error of the call, or that the invitation is over. */
function InvitationRefusal({ error }: { error: Error | null }) {
  return (
    <p role="alert" className="mb-6 rounded border border-line bg-sunken px-4 py-3 text-sm">
      {error === null ? sentenceOf('invitation_over') : errorSentence(error)}
    </p>
  )
}

/** What the sign-in page shows while an invitation loads. */
export function InvitationLoading() {
  return (
    <>
      <h1 tabIndex={-1} className="mb-6 text-2xl font-semibold">
        Convite para uma equipe
      </h1>
      <Loading label="Carregando convite…">
        <Skeleton className="mb-6 h-20" />
        <Skeleton className="h-96" />
      </Loading>
    </>
  )
}

/** The invitation that a token opens; an empty token is none. */
export function useInvitation(token: string) {
  const { data, error, isLoading } = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  return { data, error, isLoading }
}
