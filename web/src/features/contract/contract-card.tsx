import type { ReactNode } from 'react'
import { isBinding } from '@/api/contract-states'
import { ContractActions } from '@/features/contract/contract-actions'
import { ContractRecord } from '@/features/contract/contract-record'
import { ContractSteps } from '@/features/contract/contract-steps'
import { ContractTermination } from '@/features/contract/contract-termination'
import { ContractWayOut } from '@/features/contract/contract-way-out'
import { partnerOf, reviewDeadline, type Contract } from '@/features/contract/queries'
import { sideOf, turnOf, type ContractSide } from '@/features/contract/turn'
import { formatDate } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { isBlocked } from '@/lib/standing'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Tag, tagOf } from '@/ui/tag'

type ContractCardProps = {
  contract: Contract
  memberId: string
  /** Whether the person may take the next step for the party, and end it. */
  mayFulfil: boolean
  mayNegotiate: boolean
  /** What to offer while the member may review the other side. */
  review: ReactNode
}

/** Agreed work as one of its sides sees it: where it stands, whose turn it is, the next step. */
export function ContractCard({ contract, memberId, mayFulfil, mayNegotiate, review }: ContractCardProps) {
  const side = sideOf(contract, memberId)
  const deadline = reviewDeadline(contract, memberId)
  return (
    <Card className="flex flex-col gap-5 p-5">
      <Head contract={contract} memberId={memberId} />
      <ContractSteps contract={contract} />
      <Standing contract={contract} side={side} />
      <ContractTermination contract={contract} side={side} memberId={memberId} mayAnswer={mayNegotiate} />
      {isBinding(contract.status) && (mayFulfil || mayNegotiate) && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {mayFulfil && <ContractActions contract={contract} side={side} />}
          {mayNegotiate && <ContractWayOut contract={contract} side={side} />}
        </div>
      )}
      {deadline !== undefined && Boolean(review) && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <p className="text-sm text-muted">Você pode avaliar até {formatDate(deadline)}.</p>
          {review}
        </div>
      )}
      <ContractRecord contract={contract} />
    </Card>
  )
}

function Head({ contract, memberId }: { contract: Contract; memberId: string }) {
  const other = sideOf(contract, memberId) === 'company' ? contract.professional : contract.company
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <Tag>{tagOf('CTR', contract.number)}</Tag>
        <span className="min-w-0 text-sm break-words text-muted">
          com <span className="font-medium text-ink">{partnerOf(contract, memberId)}</span>
        </span>
        {isBlocked(other) && <Badge tone="danger">bloqueado</Badge>}
      </div>
      <p className="figures text-lg font-medium">{formatMoney(contract.value_cents)}</p>
    </div>
  )
}

/** The state in a word, whose turn it is, and what happens if nobody moves. */
function Standing({ contract, side }: { contract: Contract; side: ContractSide }) {
  const turn = turnOf(contract, side)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={turn.tone}>{turn.label}</Badge>
      {isBinding(contract.status) && (
        <span className="text-sm font-medium">{turn.mine ? 'Sua vez' : 'Vez da outra parte'}</span>
      )}
      <p className="basis-full text-sm break-words text-muted">{turn.text}</p>
    </div>
  )
}
