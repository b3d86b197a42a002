import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import type { Acting } from '@/api/session/party'
import { MemberRow } from '@/features/organisation/members/member-row'
import { membersQuery } from '@/features/organisation/queries'
import { formatCount } from '@/lib/format'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
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
