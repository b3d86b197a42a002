import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { ContractRow } from '@/features/contract/lists/contract-list'
import { contractQuery, type ContractOf } from '@/features/contract/queries'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The contract of a project or proposal, with a link to it; nothing before there is one. */
export function DealContract({ of, memberId }: { of: ContractOf; memberId: string }) {
  const query = useQuery(contractQuery(of))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando contrato…">
        <Skeleton className="h-32" />
      </Loading>
    )
  }
  return query.data === null ? null : <ContractRow contract={query.data} partyId={memberId} />
}
