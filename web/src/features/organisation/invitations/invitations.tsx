import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { InvitationRow } from '@/features/organisation/invitations/invitation-row'
import { invitationsQuery, type Invited } from '@/features/organisation/queries'
import type { Side } from '@/features/organisation/text'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
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
