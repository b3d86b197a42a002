import type { ReactNode } from 'react'
import { isBinding } from '@/api/deal/states'
import { AcceptanceLog, AgreedTerms } from '@/features/contract/documents/agreed-terms'
import { ContractFiles } from '@/features/contract/documents/contract-files'
import { ContractMoney } from '@/features/contract/money/contract-money'
import { ContractTermination } from '@/features/contract/ending/contract-termination'
import { ContractTimeline } from '@/features/contract/contract-timeline'
import { ContractTurn } from '@/features/contract/next-step/contract-turn'
import { ContractWayOut } from '@/features/contract/ending/contract-way-out'
import type { Mays } from '@/features/contract/milestones/milestone-actions'
import { MilestoneList } from '@/features/contract/milestones/milestone-list'
import { reviewDeadline, type Contract, type Milestone } from '@/features/contract/queries'
import { sideOf, type ContractSide } from '@/features/contract/side'
import { scrollToAnchor } from '@/lib/navigation/anchor'
import { formatDate } from '@/lib/format'
import { SECTIONS } from '@/lib/paths'
import { Card } from '@/ui/card'

type ContractDetailProps = {
  contract: Contract
  partyId: string
  mays: Mays
  /** The conversation of the two sides. */
  messages: ReactNode
  /** Shown while the party may review the other side. */
  review: ReactNode
  /** The checklists by which milestones are accepted, and the amendments. */
  additions?: ReactNode
  /** The dispute about a milestone, or the way to open one. */
  dispute?: (milestone: Milestone) => ReactNode
  /** The invoice of a milestone, and the taxes withheld of it. */
  fiscal?: (milestone: Milestone) => ReactNode
}

/** A contract as its two sides work with it. */
export function ContractDetail({
  contract,
  partyId,
  mays,
  additions,
  dispute,
  fiscal,
  ...slots
}: ContractDetailProps) {
  const { messages, review } = slots
  const side = sideOf(contract, partyId)
  const deadline = reviewDeadline(contract, partyId)
  return (
    <>
      <ContractTurn contract={contract} side={side} mays={mays} />
      <Termination contract={contract} side={side} partyId={partyId} mays={mays} />
      {deadline !== undefined && Boolean(review) && (
        <Card
          id={SECTIONS.review}
          tabIndex={-1}
          ref={scrollToAnchor}
          className="mb-6 flex flex-wrap items-center justify-between gap-3 p-5"
        >
          <p className="text-sm">Conte como foi: você pode avaliar até {formatDate(deadline)}.</p>
          {review}
        </Card>
      )}
      {/* On a phone money and conversation come before what was once agreed. */}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <MilestoneList contract={contract} side={side} mays={mays} dispute={dispute} fiscal={fiscal} />
        </div>
        <div className="flex min-w-0 flex-col gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Section title="Valores">
            <ContractMoney contract={contract} side={side} />
          </Section>
          <Section title="Conversa">{messages}</Section>
          <Section title="Arquivos">
            <ContractFiles contractId={contract.id} />
          </Section>
          <Section title="Histórico">
            <ContractTimeline contractId={contract.id} namesMilestones={contract.milestones.length > 1} />
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          {additions}
          <Section title="O que foi combinado">
            <AgreedTerms contract={contract} />
            <AcceptanceLog contractId={contract.id} />
          </Section>
          {isBinding(contract.status) && mays.mayNegotiate && (
            <div className="flex flex-wrap gap-2 border-t border-line pt-4 empty:hidden">
              <ContractWayOut contract={contract} side={side} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

type TerminationProps = Pick<ContractDetailProps, 'contract' | 'partyId' | 'mays'> & { side: ContractSide }

/** An open distrato, until it is answered. */
function Termination({ contract, side, partyId, mays }: TerminationProps) {
  if (contract.termination_by === null) return null
  return (
    <div className="mb-6">
      <ContractTermination contract={contract} side={side} memberId={partyId} mayAnswer={mays.mayNegotiate} />
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
