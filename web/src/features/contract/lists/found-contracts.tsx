import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { ContractList } from '@/features/contract/lists/contract-list'
import { findContractsQuery } from '@/features/contract/lists/find-query'
import { ErrorState } from '@/ui/error-state'

const FOUND_MAX = 50

/** A party's contracts that match a text, in any state. */
export function FoundContracts({ partyId, text }: { partyId: string; text: string }) {
  const query = useQuery(findContractsQuery(partyId, text, FOUND_MAX))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  return <ContractList partyId={partyId} filter="busca" ids={query.data?.map(({ id }) => id)} />
}
