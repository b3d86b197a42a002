import type { Row } from '@/api/tables'
import { formatCount, formatNumber } from '@/lib/format'

export type InvitationStatus = Row<'invitations_to_propose'>['status']

/** The three answers, in the order in which they are offered. */
export const ANSWERS = [
  { status: 'interested', label: 'Tenho interesse' },
  { status: 'busy', label: 'Sem agenda' },
  { status: 'declined', label: 'Não é para mim' },
] as const

export type Answer = (typeof ANSWERS)[number]['status']

/** How an invitation stands, as the company reads it. */
export const STANDS = {
  sent: { label: 'Aguardando resposta', tone: 'outline' },
  interested: { label: 'Tem interesse', tone: 'success' },
  busy: { label: 'Sem agenda', tone: 'warning' },
  declined: { label: 'Não é para o perfil', tone: 'neutral' },
  proposed: { label: 'Enviou proposta', tone: 'info' },
} as const satisfies Record<InvitationStatus, { label: string; tone: string }>

type Figures = { invitations: number; answered: number; median_hours: number | null }

/** How a professional answers invitations: *Respondeu a 8 de 10 convites, em geral no mesmo dia.* */
export function answeringWords({ invitations, answered, median_hours }: Figures): string {
  const share = `Respondeu a ${formatNumber(answered)} de ${formatCount(invitations, 'convite', 'convites')}`
  return median_hours === null ? `${share}.` : `${share}, em geral ${withinWords(median_hours)}.`
}

function withinWords(hours: number): string {
  if (hours <= 1) return 'em até uma hora'
  if (hours < 24) return `em até ${formatNumber(hours)} horas`
  const days = Math.ceil(hours / 24)
  return days === 1 ? 'em até um dia' : `em até ${formatNumber(days)} dias`
}
