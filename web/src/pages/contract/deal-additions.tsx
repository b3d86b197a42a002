import { isBinding } from '@/api/deal/states'
import { AmendmentSection } from '@/features/amendment/amendment-section'
import { ChecklistSection, type Contest } from '@/features/checklist/checklist-section'
import { KINDS, quoteOf } from '@/features/checklist/text'
import { milestonesOf, type Contract, type Milestone } from '@/features/contract/queries'
import { DisputeAction, DisputeNotice, type Quoted } from '@/features/dispute/dispute-action'
import { FiscalBlock } from '@/features/fiscal/fiscal-block'

/** What the features of disputes and taxes add to each milestone of a contract. */
export function milestoneSlots(
  contract: Contract,
  side: 'company' | 'professional',
  rights: readonly string[],
) {
  const runs = isBinding(contract.status)
  const dispute = (milestone: Milestone) => (
    <>
      <DisputeNotice contractId={contract.id} milestoneId={milestone.id} />
      {rights.includes('negotiate') && runs && (
        <DisputeAction contractId={contract.id} milestone={milestone} />
      )}
    </>
  )
  const mayPay = rights.includes('pay')
  const fiscal = (milestone: Milestone) => (
    <FiscalBlock contractId={contract.id} milestone={milestone} side={side} mayPay={mayPay} runs={runs} />
  )
  return { dispute, fiscal }
}

type DealAdditionsProps = {
  contract: Contract
  side: 'company' | 'professional'
  rights: readonly string[]
}

/** The checklists by which milestones are accepted, and the amendments of a contract. */
export function DealAdditions({ contract, side, rights }: DealAdditionsProps) {
  const runs = isBinding(contract.status)
  const milestones = milestonesOf(contract)
  const contest: Contest = (milestoneId, list, item) => {
    const milestone = milestones.find(({ id }) => id === milestoneId)
    if (milestone === undefined || !runs || !rights.includes('negotiate')) return null
    const quoted: Quoted = {
      id: item.id,
      text: quoteOf(list, item),
      shown: { kind: 'checklist', id: list.id },
      shownAs: `lista ${KINDS[list.kind]}, versão ${String(list.version)}`,
    }
    return <DisputeAction contractId={contract.id} milestone={milestone} label="Contestar" quoted={quoted} />
  }
  return (
    <>
      <ChecklistSection
        contractId={contract.id}
        milestones={milestones}
        side={side}
        mayAct={runs && rights.includes('fulfil')}
        contest={contest}
      />
      <AmendmentSection
        contractId={contract.id}
        settlement={contract.settlement}
        side={side}
        mayAct={runs && rights.includes('negotiate')}
      />
    </>
  )
}
