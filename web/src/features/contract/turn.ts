import type { ContractStatus } from '@/api/contract-states'
import type { Contract } from '@/features/contract/queries'
import { formatDate, formatDistance } from '@/lib/format'

export type ContractSide = 'company' | 'professional'

/** What a contract waits for, as one of its sides reads it. */
export type Turn = {
  label: string
  tone: 'info' | 'warning' | 'success' | 'neutral'
  mine: boolean
  text: string
}

export function sideOf(contract: Contract, partyId: string): ContractSide {
  return partyId === contract.company_id ? 'company' : 'professional'
}

/** Whether the other side can no longer be asked: blocked, or gone. */
export function isOtherSideGone(contract: Contract, side: ContractSide): boolean {
  const other = side === 'company' ? contract.professional : contract.company
  return other?.status !== 'active'
}

type Stand = Pick<Turn, 'label' | 'tone'> & { turn: ContractSide | undefined }

const STANDS: Readonly<Record<ContractStatus, Stand>> = {
  agreed: { label: 'Aguardando início', tone: 'info', turn: 'professional' },
  active: { label: 'Em andamento', tone: 'info', turn: 'professional' },
  delivered: { label: 'Entregue', tone: 'warning', turn: 'company' },
  completed: { label: 'Concluído', tone: 'success', turn: undefined },
  withdrawn: { label: 'Desfeito antes do início', tone: 'neutral', turn: undefined },
  terminated: { label: 'Distrato', tone: 'neutral', turn: undefined },
  cancelled: { label: 'Encerrado', tone: 'neutral', turn: undefined },
}

/** Where it stands, whose turn it is and what comes next. */
export function turnOf(contract: Contract, side: ContractSide, now = Date.now()): Turn {
  const { label, tone, turn } = STANDS[contract.status]
  const isAdjusted = contract.status === 'active' && contract.adjustments_count > 0
  return {
    label: isAdjusted ? 'Em ajustes' : label,
    tone,
    mine: side === turn,
    text: textOf(contract, side === 'company', now),
  }
}

function textOf(contract: Contract, isCompany: boolean, now: number): string {
  switch (contract.status) {
    case 'agreed':
      return isCompany
        ? 'O profissional inicia o trabalho. Até lá, qualquer lado pode desistir.'
        : 'Inicie o trabalho quando estiver pronto. Até lá, qualquer lado pode desistir.'
    case 'active':
      return isCompany
        ? 'O profissional trabalha e marca a entrega.'
        : 'Marque a entrega quando o trabalho estiver pronto.'
    case 'delivered':
      return untilSilence(contract, isCompany, now)
    case 'completed':
      return contract.completed_by === null
        ? 'A entrega foi aceita por decurso de prazo.'
        : 'A empresa aceitou a entrega.'
    case 'withdrawn':
    case 'terminated':
    case 'cancelled':
      return endOf(contract)
  }
}

function untilSilence(contract: Contract, isCompany: boolean, now: number): string {
  const due = contract.acceptance_due_at
  const silence =
    due === null
      ? ''
      : ` Sem resposta, a entrega é aceita ${formatDistance(due, now)}, em ${formatDate(due)}.`
  return (isCompany ? 'Confira a entrega: aceite ou peça ajustes.' : 'A empresa confere a entrega.') + silence
}

function endOf(contract: Contract): string {
  const date = contract.ended_at === null ? '' : ` em ${formatDate(contract.ended_at)}`
  const reason = contract.end_reason === null ? '' : ` Motivo: ${contract.end_reason}`
  return `O contrato terminou${date}.${reason}`
}
