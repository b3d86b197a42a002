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

/** Ways to ask for one's own proposals; '' is all that count: what was taken back does not. */
export const FILTERS: readonly { value: ProposalStatus | ''; label: string }[] = [
  { value: '', label: 'Enviadas' },
  ...keysOf(PLURALS).map((value) => ({ value, label: PLURALS[value] })),
]

/** What companies often answer; a start, not the whole sentence. */
export const REASONS = [
  'O valor está acima do orçamento.',
  'O prazo não atende à parada programada.',
  'Buscamos experiência na mesma plataforma.',
  'Faltou detalhar o escopo incluso.',
] as const
