import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { REFUSALS } from '@/api/codes'
import { ApiError, errorSentence } from '@/api/errors'
import { useActFor, useSession, useSignOut, type SignedIn } from '@/api/session/session'
import { acceptInvitation, invitationQuery, type ShownInvitation } from '@/features/organisation/queries'
import { describeInvitation } from '@/features/organisation/text'
import { formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { Codes } from '@/ui/codes'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { FieldError } from '@/ui/field'
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

type InvitationCardProps = { token: string; invitation: ShownInvitation; personId: string }

/** An invitation as the invited person sees it, with the button that accepts it. */
function InvitationCard({ token, invitation, personId }: InvitationCardProps) {
  const { organisation, organisation_id } = invitation
  const accept = useMutation(acceptInvitation(useQueryClient(), personId))
  const [refusal, setRefusal] = useState<unknown>()
  const actFor = useActFor()
  const navigate = useNavigate()

  async function join() {
    setRefusal(undefined)
    try {
      await accept.mutateAsync(token)
    } catch (error) {
      setRefusal(error)
      return
    }
    actFor(organisation_id)
    toast({ title: `Você agora faz parte da equipe de ${organisation}` })
    await navigate(paths.dashboard())
  }

  return (
    <Card>
      <CardBody className="flex flex-col gap-6">
        <h1 tabIndex={-1} className="text-2xl font-semibold break-words">
          <Codes text={organisation} /> convidou você para a equipe
        </h1>
        <Facts invitation={invitation} />
        <p className="border-t border-line pt-4 text-sm text-muted">
          Sua conta continua a mesma: você passa a agir também por {organisation}, e sai da equipe quando
          quiser.
        </p>
        {refusal !== undefined && (
          <div role="alert">
            <FieldError>{errorSentence(refusal)}</FieldError>
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" loading={accept.isPending} onClick={() => void join()}>
            Entrar na equipe
          </Button>
          <Button asChild>
            <Link to={paths.dashboard()}>Agora não</Link>
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}

/** The role, the invited address and the expiry. */
function Facts({ invitation }: { invitation: ShownInvitation }) {
  const { email, expires_at } = invitation
  const { role, sentence } = describeInvitation(invitation)
  return (
    <dl className="grid gap-4 text-sm">
      <div>
        <dt className="text-muted">Papel</dt>
        <dd>
          <span className="font-medium">{role}</span>
          <span className="block text-muted">{sentence}</span>
        </dd>
      </div>
      <div>
        <dt className="text-muted">Convite para</dt>
        <dd className="break-words">{email}</dd>
      </div>
      <div>
        <dt className="text-muted">Vale até</dt>
        <dd>
          <time dateTime={expires_at}>{formatDate(expires_at)}</time>
        </dd>
      </div>
    </dl>
  )
}
