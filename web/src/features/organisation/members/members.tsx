import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { isMemberRole, type Acting } from '@/api/session/party'
import { MemberMenu } from './member-menu'
import { leaveOrganisation, membersQuery, type Member } from '@/features/organisation/queries'
import { memberRoleName, sideOf } from '@/features/organisation/text'
import { formatCount, formatDate } from '@/lib/format'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { FieldError } from '@/ui/field'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The members of an organisation; never empty, because the reader is one. */
export function Members({ acting, ownId }: { acting: Acting; ownId: string }) {
  const query = useQuery(membersQuery(acting.party.id))
  return (
    <section aria-labelledby="membros" className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="membros" className="text-lg font-semibold">
          Membros
        </h2>
        {query.data && (
          <p className="text-sm text-muted">{formatCount(query.data.length, 'pessoa', 'pessoas')}</p>
        )}
      </div>
      <Card>
        {query.isPending && <MembersSkeleton />}
        {query.isError && (
          <ErrorState
            message={errorSentence(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {query.data && (
          <ul aria-label="Membros" className="divide-y divide-line">
            {query.data.map((member) => (
              <li key={member.person_id}>
                <MemberRow member={member} acting={acting} ownId={ownId} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

function MembersSkeleton() {
  return (
    <Loading label="Carregando equipe…">
      <div className="divide-y divide-line">
        {[0, 1, 2].map((row) => (
          <div key={row} className="flex items-center gap-3 px-4 py-3">
            <Skeleton className="size-10" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 max-w-48" />
              <Skeleton className="h-4 max-w-32" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}

type MemberRowProps = { member: Member; acting: Acting; ownId: string }

/** A member with the actions about them; a refusal is shown below. */
function MemberRow({ member, acting, ownId }: MemberRowProps) {
  const [refusal, setRefusal] = useState<unknown>()
  const { person, person_id, role, created_at } = member
  const isOwn = person_id === ownId
  const name = person?.name ?? 'Usuário indisponível'
  const shownRole = isMemberRole(role) ? memberRoleName(role, sideOf(acting.party.role)) : role
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)_8rem_8rem]">
        <Avatar name={name} imageUrl={person?.avatar_url} seed={person?.avatar_seed} />
        <div className="min-w-0">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="max-w-full text-sm font-medium">{name}</span>
            {isOwn && <Badge tone="outline">Você</Badge>}
          </p>
          <p className="text-sm text-muted">{person?.account?.email ?? person?.title}</p>
        </div>
        <p className="col-span-2 col-start-2 row-start-2 text-sm sm:col-span-1 sm:col-start-3 sm:row-start-1">
          <span className="font-medium sm:block">{shownRole}</span>{' '}
          <span className="text-muted sm:whitespace-nowrap">
            desde <time dateTime={created_at}>{formatDate(created_at)}</time>
          </span>
        </p>
        {isOwn ? (
          <div className="col-start-2 -ml-3 sm:col-start-4 sm:row-start-1 sm:ml-0 sm:justify-self-end">
            <LeaveAction acting={acting} ownId={ownId} onRefused={setRefusal} />
          </div>
        ) : (
          acting.rights.includes('manage') && (
            <div className="col-start-3 row-start-1 sm:col-start-4 sm:justify-self-end">
              <MemberMenu member={member} name={name} acting={acting} ownId={ownId} onRefused={setRefusal} />
            </div>
          )
        )}
      </div>
      {refusal !== undefined && (
        <div role="alert">
          <FieldError>{errorSentence(refusal)}</FieldError>
        </div>
      )}
    </div>
  )
}

type LeaveActionProps = { acting: Acting; ownId: string; onRefused: (error: unknown) => void }

/** The button that leaves an organisation; its last owner must hand it over first. */
function LeaveAction({ acting: { party }, ownId, onRefused }: LeaveActionProps) {
  const leave = useMutation(leaveOrganisation(useQueryClient(), party.id, ownId))
  return (
    <AlertDialog
      trigger={
        <Button variant="ghost" size="sm" loading={leave.isPending}>
          Sair da equipe
        </Button>
      }
      title={`Sair da equipe de ${party.name}?`}
      description={consequence(party.id === ownId)}
      confirmLabel="Sair da equipe"
      destructive
      onConfirm={() =>
        reportOutcome(leave.mutateAsync(), {
          onSuccess: () => toast({ title: `Você saiu da equipe de ${party.name}` }),
          onError: onRefused,
        })
      }
    />
  )
}

function consequence(isFounder: boolean): string {
  const lost = 'Você deixa de ver projetos, propostas e contratos agora. Suas mensagens continuam com você.'
  const kept = isFounder ? ' O perfil público fica com a organização.' : ''
  return `${lost}${kept} Para voltar, é preciso um novo convite.`
}
