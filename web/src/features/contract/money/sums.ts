import { canBeSettled, isOwed } from '@/features/contract/milestones/milestone-text'
import type { Contract, Milestone } from '@/features/contract/queries'
import { difference, feeOf, sumOf, type Money } from '@/lib/money'

type Sums = {
  held: Money
  settled: Money
  owed: Money
  planned: Money
  /** The platform's fee on the whole contract, and what remains for the professional. */
  fee: Money
  net: Money
}

/** The sums of a contract's money by state. */
export function sumsOf(contract: Contract): Sums {
  const { milestones } = contract
  const total = (are: (milestone: Milestone) => boolean) => sumOf(milestones.filter(are).map(earnedOf))
  const live = milestones.filter(({ status }) => status !== 'cancelled' && status !== 'refunded')
  const nets = live.map(earnedOf)
  const fees = nets.map((earned) => feeOf(earned, contract.fee_basis_points))
  const fee = sumOf(fees)
  return {
    held: sumOf(milestones.map(({ held_cents }) => held_cents)),
    settled: total(({ status }) => status === 'released' || status === 'split'),
    owed: total(isOwed),
    planned: total((milestone) => isAhead(milestone)),
    fee,
    net: difference(sumOf(nets), fee),
  }
}

/** The professional's part of a milestone: all of it, unless it was split. */
function earnedOf({ value_cents, split_cents }: Milestone): Money {
  return split_cents ?? value_cents
}

function isAhead(milestone: Milestone): boolean {
  const { status, held_cents } = milestone
  if (held_cents > 0 || isOwed(milestone)) return false
  return ['planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting', 'disputed'].includes(status)
}

/** The outcome of a distrato: each side's part of the milestones it decides, and what remains owed. */
export function outcomeOf(contract: Contract, percentOf: (milestoneId: string) => number) {
  const settled = contract.milestones.filter(canBeSettled).map((milestone) => {
    const part = feeOf(milestone.value_cents, percentOf(milestone.id) * 100)
    return { part, rest: difference(milestone.value_cents, part), isHeld: milestone.held_cents > 0 }
  })
  const fee = sumOf(settled.map(({ part }) => feeOf(part, contract.fee_basis_points)))
  const professional = sumOf(settled.map(({ part }) => part))
  const restOf = (held: boolean) =>
    sumOf(settled.filter(({ isHeld }) => isHeld === held).map(({ rest }) => rest))
  return {
    professional,
    fee,
    net: difference(professional, fee),
    back: restOf(true),
    notOwed: restOf(false),
    owed: sumOf(contract.milestones.filter(isOwed).map(({ value_cents }) => value_cents)),
  }
}
