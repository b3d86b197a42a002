import type { Row } from '@/api/tables'
import { keysOf } from '@/lib/keys-of'

/** Wording that several screens of proposals share. */
type Status = { label: string; tone: 'info' | 'warning' | 'success' | 'neutral' }

const STATUSES: Readonly<Record<ProposalStatus, Status>> = {
  pending: { label: 'Pendente', tone: 'info' },
  waiting: { label: 'Em espera', tone: 'warning' },
  accepted: { label: 'Aceita', tone: 'success' },
  declined: { label: 'Recusada', tone: 'neutral' },
  withdrawn: { label: 'Retirada', tone: 'neutral' },
  expired: { label: 'Vencida', tone: 'neutral' },
  ended: { label: 'Contrato encerrado', tone: 'neutral' },
}

export type ProposalStatus = Row<'proposals'>['status']

export function statusOf(status: ProposalStatus): Status {
  return STATUSES[status]
}

const PLURALS: Readonly<Record<ProposalStatus, string>> = {
  pending: 'Pendentes',
  waiting: 'Em espera',
  accepted: 'Aceitas',
  declined: 'Recusadas',
  ended: 'Encerradas',
  withdrawn: 'Retiradas',
  expired: 'Vencidas',
}

/** The filters of own proposals; '' stands for all except withdrawn ones. */
export const FILTERS: readonly { value: ProposalStatus | ''; label: string }[] = [
  { value: '', label: 'Enviadas' },
  ...keysOf(PLURALS).map((value) => ({ value, label: PLURALS[value] })),
]

/** Common reasons of companies, as the beginning of a sentence. */
export const REASONS = [
  'O valor está acima do orçamento.',
  'O prazo não atende à parada programada.',
  'Buscamos experiência na mesma plataforma.',
  'Faltou detalhar o escopo incluso.',
] as const
