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

/** In which states a contract still binds its two sides. */
export function isRunning({ status }: Pick<Contract, 'status'>): boolean {
  return status === 'agreed' || status === 'active' || status === 'delivered'
}

/** Whether the other side can no longer be asked: blocked, or gone. */
export function isOtherSideGone(contract: Contract, side: ContractSide): boolean {
  const other = side === 'company' ? contract.professional : contract.company
  return other?.status !== 'active'
}

/** Where it stands, whose turn it is and what comes next. */
export function turnOf(contract: Contract, side: ContractSide, now = Date.now()): Turn {
  const isCompany = side === 'company'
  switch (contract.status) {
    case 'agreed':
      return {
        label: 'Aguardando início',
        tone: 'info',
        mine: !isCompany,
        text: isCompany
          ? 'O profissional inicia o trabalho. Até lá, qualquer lado pode desistir.'
          : 'Inicie o trabalho quando estiver pronto. Até lá, qualquer lado pode desistir.',
      }
    case 'active':
      return {
        label: contract.adjustments_count > 0 ? 'Em ajustes' : 'Em andamento',
        tone: 'info',
        mine: !isCompany,
        text: isCompany
          ? 'O profissional trabalha e marca a entrega.'
          : 'Marque a entrega quando o trabalho estiver pronto.',
      }
    case 'delivered':
      return {
        label: 'Entregue',
        tone: 'warning',
        mine: isCompany,
        text: untilSilence(contract, isCompany, now),
      }
    case 'completed':
      return {
        label: 'Concluído',
        tone: 'success',
        mine: false,
        text:
          contract.completed_by === null
            ? 'A entrega foi aceita por decurso de prazo.'
            : 'A empresa aceitou a entrega.',
      }
    default:
      return {
        label: ENDS[contract.status] ?? contract.status,
        tone: 'neutral',
        mine: false,
        text: endOf(contract),
      }
  }
}

const ENDS: Readonly<Record<string, string>> = {
  withdrawn: 'Desfeito antes do início',
  terminated: 'Distrato',
  cancelled: 'Encerrado',
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
