import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { isMemberRole } from '@/api/session/party'
import {
  hasRunOut,
  invitationsQuery,
  inviteMember,
  revokeInvitation,
  type Invitation,
  type Invited,
} from '@/features/organisation/queries'
import { memberRoleName, type Side } from '@/features/organisation/text'
import { formatDate } from '@/lib/format'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CopyField } from '@/ui/copy-field'
import { ErrorState } from '@/ui/error-state'
import { FieldError } from '@/ui/field'
import { Loading, Skeleton } from '@/ui/skeleton'

type InvitationsProps = {
  organisationId: string
  side: Side
  /** The links known to this visit, by invitation. */
  links: Readonly<Record<string, string>>
  onInvited: (invited: Invited) => void
}

/** The unanswered invitations. */
export function Invitations({ organisationId, side, links, onInvited }: InvitationsProps) {
  const query = useQuery(invitationsQuery(organisationId))
  return (
    <section aria-labelledby="convites" className="flex flex-col gap-3">
      <h2 id="convites" className="text-lg font-semibold">
        Convites pendentes
      </h2>
      {query.isPending && (
        <Loading label="Carregando convites…">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {query.isError && (
        <ErrorState
          className="py-6"
          message={errorSentence(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data?.length === 0 && <p className="text-sm text-muted">Nenhum convite esperando resposta.</p>}
      {query.data !== undefined && query.data.length > 0 && (
        <Card>
          <ul aria-label="Convites pendentes" className="divide-y divide-line">
            {query.data.map((invitation) => (
              <li key={invitation.id}>
                <InvitationRow
                  organisationId={organisationId}
                  side={side}
                  invitation={invitation}
                  link={links[invitation.id]}
                  onInvited={onInvited}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

type InvitationRowProps = {
  organisationId: string
  side: Side
  invitation: Invitation
  /** Undefined when an earlier visit showed it; renewing creates another link. */
  link: string | undefined
  onInvited: (invited: Invited) => void
}

/** An unanswered invitation, with its link while it is known. */
function InvitationRow({ organisationId, side, invitation, link, onInvited }: InvitationRowProps) {
  const [refusal, setRefusal] = useState<unknown>()
  const { email, role, expires_at } = invitation
  const isOver = hasRunOut(invitation)
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="text-sm font-medium break-words">{email}</p>
          <p className="flex flex-wrap items-center gap-1 text-sm text-muted">
            {isMemberRole(role) ? memberRoleName(role, side) : role}
            {isOver ? (
              <Badge tone="warning">Vencido</Badge>
            ) : (
              <span>
                · vale até <time dateTime={expires_at}>{formatDate(expires_at)}</time>
              </span>
            )}
          </p>
        </div>
        <div className="flex gap-2">
          <RenewAction
            organisationId={organisationId}
            invitation={invitation}
            onInvited={onInvited}
            onRefused={setRefusal}
          />
          <RevokeAction invitation={invitation} onRefused={setRefusal} />
        </div>
      </div>
      {link !== undefined && <CopyField label={`Link do convite de ${email}`} value={link} />}
      {refusal !== undefined && (
        <div role="alert">
          <FieldError>{errorSentence(refusal)}</FieldError>
        </div>
      )}
    </div>
  )
}

type RenewActionProps = Omit<InvitationRowProps, 'side' | 'link'> & { onRefused: (error: unknown) => void }

function RenewAction({ organisationId, invitation, onInvited, onRefused }: RenewActionProps) {
  const renew = useMutation(inviteMember(useQueryClient(), organisationId))
  return (
    <Button
      size="sm"
      loading={renew.isPending}
      aria-label={`Renovar o convite de ${invitation.email}`}
      onClick={() =>
        reportOutcome(renew.mutateAsync(invitation), {
          onSuccess: (invited) => {
            onInvited(invited)
            toast({ title: 'Convite renovado', description: 'O link anterior deixou de valer.' })
          },
          onError: onRefused,
        })
      }
    >
      <RotateCw className="size-4" aria-hidden />
      Renovar
    </Button>
  )
}

type RevokeActionProps = { invitation: Invitation; onRefused: (error: unknown) => void }

function RevokeAction({ invitation: { id, email }, onRefused }: RevokeActionProps) {
  const revoke = useMutation(revokeInvitation(useQueryClient()))
  return (
    <AlertDialog
      trigger={
        <Button
          variant="ghost"
          size="sm"
          loading={revoke.isPending}
          aria-label={`Revogar o convite de ${email}`}
        >
          Revogar
        </Button>
      }
      title="Revogar o convite?"
      description={`O link de ${email} deixa de valer na hora.`}
      confirmLabel="Revogar convite"
      destructive
      onConfirm={() =>
        reportOutcome(revoke.mutateAsync(id), {
          onSuccess: () => toast({ title: 'Convite revogado' }),
          onError: onRefused,
        })
      }
    />
  )
}
