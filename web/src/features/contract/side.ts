import { isBinding, type ContractStatus } from '@/api/deal/states'
import { CONTRACT_STATES } from '@/api/words'
import { debtOf } from '@/features/contract/milestones/milestone-text'
import type { Contract } from '@/features/contract/queries'
import { formatDate } from '@/lib/format'

export type ContractSide = 'company' | 'professional'

export function sideOf(contract: Contract, partyId: string): ContractSide {
  return partyId === contract.company_id ? 'company' : 'professional'
}

/** Whether the other side is blocked or has left. */
export function isOtherSideGone(contract: Contract, side: ContractSide): boolean {
  const other = side === 'company' ? contract.professional : contract.company
  return other?.status !== 'active'
}

type Stand = { label: string; tone: 'info' | 'warning' | 'success' | 'neutral' }

const STANDS: Readonly<Record<ContractStatus, Stand>> = {
  agreed: { label: CONTRACT_STATES.agreed, tone: 'info' },
  active: { label: CONTRACT_STATES.active, tone: 'info' },
  delivered: { label: CONTRACT_STATES.delivered, tone: 'warning' },
  completed: { label: CONTRACT_STATES.completed, tone: 'success' },
  withdrawn: { label: CONTRACT_STATES.withdrawn, tone: 'neutral' },
  terminated: { label: CONTRACT_STATES.terminated, tone: 'neutral' },
  cancelled: { label: CONTRACT_STATES.cancelled, tone: 'neutral' },
}

/** The state of a contract in a word or two. */
export function standOf({ status, milestones }: Contract): Stand {
  if (status === 'completed' && milestones.some((milestone) => debtOf(milestone) !== undefined))
    return { label: 'Concluído, pagamento vencido', tone: 'warning' }
  const isAdjusted = status === 'active' && milestones.some((milestone) => milestone.status === 'adjusting')
  return isAdjusted ? { label: 'Em ajustes', tone: 'warning' } : STANDS[status]
}

/** How a contract ended. */
export function endOf(contract: Contract): string | undefined {
  if (isBinding(contract.status)) return undefined
  if (contract.status === 'completed') {
    return contract.completed_by === null
      ? 'A entrega foi aceita por decurso de prazo.'
      : 'A empresa aceitou a entrega.'
  }
  const date = contract.ended_at === null ? '' : ` em ${formatDate(contract.ended_at)}`
  const reason = contract.end_reason === null ? '' : ` Motivo: ${contract.end_reason}`
  return `O contrato terminou${date}.${reason}`
}
