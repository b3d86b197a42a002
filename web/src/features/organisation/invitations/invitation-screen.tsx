import { useQuery } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { Link } from 'react-router'
import { REFUSALS } from '@/api/codes'
import { ApiError, errorSentence } from '@/api/errors'
import { useSession, useSignOut, type SignedIn } from '@/api/session/session'
import { InvitationCard } from '@/features/organisation/invitations/invitation-card'
import { invitationQuery } from '@/features/organisation/queries'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** Loads an invitation and lets a signed-in person accept it, or says why they cannot. */
export function InvitationScreen({ token, member }: { token: string; member: SignedIn }) {
  const query = useQuery(invitationQuery(token))
  if (query.isPending) return <InvitationSkeleton />
  if (query.isError) {
    return query.error instanceof ApiError && query.error.code === 'invitation_not_found' ? (
      <Refused sentence={query.error.message} />
    ) : (
      <ErrorState
        level={1}
        message={errorSentence(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  const { organisation, organisation_id, email, is_open } = query.data
  if (member.parties.some(({ party }) => party.id === organisation_id))
    return <Refused title={`Você já faz parte da equipe de ${organisation}`} />
  if (!is_open) return <Refused sentence={REFUSALS.invitation_over} />
  if (member.session.user.email !== email)
    return <ForAnother invited={email} own={member.session.user.email ?? ''} />
  return <InvitationCard token={token} invitation={query.data} personId={member.profile.id} />
}

export function InvitationSkeleton() {
  return (
    <Loading level={1} label="Carregando convite…">
      <Skeleton className="h-72" />
    </Loading>
  )
}

/** Says that an invitation opens nothing, and why. */
export function Refused({ title = 'Convite indisponível', sentence }: { title?: string; sentence?: string }) {
  const isMember = useSession().status === 'signed-in'
  return (
    <EmptyState
      icon={MailX}
      level={1}
      title={title}
      description={sentence}
      action={
        <Button asChild variant="primary">
          {isMember ? (
            <Link to={paths.dashboard()}>Ir para o painel</Link>
          ) : (
            <Link to={paths.auth()}>Entrar</Link>
          )}
        </Button>
      }
    />
  )
}

function ForAnother({ invited, own }: { invited: string; own: string }) {
  const signOut = useSignOut()
  return (
    <EmptyState
      icon={MailX}
      level={1}
      title={REFUSALS.invitation_for_another}
      description={`Ele foi feito para ${invited}, e você entrou como ${own}.`}
      action={
        <Button
          variant="primary"
          onClick={() => void signOut(() => Promise.resolve()).catch(() => undefined)}
        >
          Sair e entrar com esse e-mail
        </Button>
      }
    />
  )
}
