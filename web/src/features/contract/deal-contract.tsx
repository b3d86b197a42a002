import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { ContractCard } from '@/features/contract/contract-card'
import { partnerOf, contractQuery, type Contract, type ContractOf } from '@/features/contract/queries'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

type DealContractProps = {
  of: ContractOf
  memberId: string
  /** Whether the person may take the next step for the party, and end it. */
  mayFulfil: boolean
  mayNegotiate: boolean
  review: (contract: Contract, partner: string) => ReactNode
}

/** The contract a project or proposal led to; nothing before there is one. */
export function DealContract({ of, memberId, review, ...rights }: DealContractProps) {
  const query = useQuery(contractQuery(of))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando contrato…">
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  const contract = query.data
  if (contract === null) return null
  return (
    <ContractCard
      contract={contract}
      memberId={memberId}
      {...rights}
      review={review(contract, partnerOf(contract, memberId))}
    />
  )
}
