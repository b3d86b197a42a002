import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import {
  unreviewedContractsQuery,
  partnerOf,
  reviewDeadline,
  type Contract,
} from '@/features/contract/queries'
import { formatDate } from '@/lib/format'
import { Card } from '@/ui/card'
import { MorePages } from '@/ui/load-more'

type WaitingReviewsProps = {
  memberId: string
  review: (contract: Contract, partner: string) => ReactNode
}

/** Completed contracts that the member has not reviewed; nothing if there are none. */
export function WaitingReviews({ memberId, review }: WaitingReviewsProps) {
  const query = useInfiniteQuery(unreviewedContractsQuery(memberId))
  if (query.data === undefined) return null
  const waiting = rowsOf<Contract>(query.data).flatMap((contract) => {
    const deadline = reviewDeadline(contract, memberId)
    return deadline === undefined ? [] : [{ contract, deadline }]
  })
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="waiting" className="mb-8 flex flex-col gap-3">
      <h2 id="waiting" className="text-lg font-semibold">
        Esperando a sua avaliação
      </h2>
      <ul className="flex flex-col gap-3">
        {waiting.map(({ contract, deadline }) => (
          <li key={contract.id}>
            <Card className="flex flex-wrap items-center justify-between gap-4 p-5">
              <div className="min-w-0">
                <p className="font-medium break-words">{contract.project?.title}</p>
                <p className="text-sm text-muted">
                  com {partnerOf(contract, memberId)}, até {formatDate(deadline)}
                </p>
              </div>
              {review(contract, partnerOf(contract, memberId))}
            </Card>
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={waiting.length} total={totalOf(query.data)} noun="projetos" />
    </section>
  )
}
