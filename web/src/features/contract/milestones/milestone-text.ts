import { MILESTONE_STATES } from '@/api/words'
import { lastPayment, type Contract, type Milestone, type Payment } from '@/features/contract/queries'
import { calendarDay, formatCount, formatDate } from '@/lib/format'

type Look = { label: string; tone: 'neutral' | 'info' | 'warning' | 'success' | 'danger' | 'outline' }

const LOOKS: Readonly<Record<Milestone['status'], Look>> = {
  planned: { label: MILESTONE_STATES.planned, tone: 'outline' },
  awaiting_payment: { label: MILESTONE_STATES.awaiting_payment, tone: 'warning' },
  funded: { label: MILESTONE_STATES.funded, tone: 'info' },
  delivered: { label: MILESTONE_STATES.delivered, tone: 'warning' },
  adjusting: { label: MILESTONE_STATES.adjusting, tone: 'warning' },
  released: { label: MILESTONE_STATES.released, tone: 'success' },
  disputed: { label: MILESTONE_STATES.disputed, tone: 'danger' },
  split: { label: MILESTONE_STATES.split, tone: 'neutral' },
  refunded: { label: MILESTONE_STATES.refunded, tone: 'neutral' },
  cancelled: { label: MILESTONE_STATES.cancelled, tone: 'neutral' },
}

/** The state of a milestone in a word or three. */
export function lookOf(contract: Contract, milestone: Milestone): Look {
  if (!isOwed(milestone)) return LOOKS[milestone.status]
  const payment = lastPayment(contract, milestone)
  if (payment?.status === 'declared') return { label: 'Pagamento informado', tone: 'info' }
  return payment?.status === 'contested'
    ? { label: 'Recebimento contestado', tone: 'danger' }
    : { label: 'Aprovado, a pagar', tone: 'warning' }
}

/** Whether a milestone was accepted without a guarantee, so that the company owes it. */
export function isOwed({ status, owed_due_on }: Milestone): boolean {
  return status === 'awaiting_payment' && owed_due_on !== null
}

/** Whether a milestone of a guarantee contract still waits for its deposit. */
export function isUnfunded({ settlement }: Contract, milestone: Milestone): boolean {
  const { status, held_cents } = milestone
  if (settlement !== 'guarantee' || held_cents > 0) return false
  return (
    status === 'planned' || status === 'adjusting' || (status === 'awaiting_payment' && !isOwed(milestone))
  )
}

const OVER: Readonly<Record<Milestone['status'], boolean>> = {
  planned: false,
  awaiting_payment: false,
  funded: false,
  delivered: false,
  adjusting: false,
  released: true,
  disputed: false,
  split: true,
  refunded: true,
  cancelled: true,
}

/** Whether neither work nor money remains in a milestone. */
export function isOver({ status }: Milestone): boolean {
  return OVER[status]
}

/** The words for special kinds of milestones. */
export const KIND_WORDS: Readonly<Record<Milestone['kind'], string | undefined>> = {
  work: undefined,
  travel: 'Deslocamento',
  retention: 'Retenção',
  amendment: 'Aditivo',
}

/** Whether its work is not delivered yet. */
export function isBeforeDelivery(milestone: Milestone): boolean {
  const { status } = milestone
  return (
    ['planned', 'funded', 'adjusting'].includes(status) ||
    (status === 'awaiting_payment' && !isOwed(milestone))
  )
}

/** Whether an early end of the contract has to settle the milestone. */
export function canBeSettled(milestone: Milestone): boolean {
  return !isOver(milestone) && !isOwed(milestone) && milestone.status !== 'disputed'
}

/** `Marco 2, Painel montado`; the only milestone of a contract has no number. */
export function nameOf(contract: Contract, { position, title }: Milestone): string {
  return contract.milestones.length === 1 ? title : `Marco ${position}, ${title}`
}

export const PAYMENT_WORDS: Readonly<Record<Payment['status'], string>> = {
  declared: 'Espera a confirmação do profissional',
  confirmed: 'Recebimento confirmado',
  contested: 'Recebimento contestado',
  by_silence: 'Recebimento confirmado por decurso de prazo',
  upheld: 'Contestado e, depois da disputa, dado como recebido',
}

/** How long a debt is overdue and what follows from it, as a sentence; undefined if nothing is overdue. */
export function debtOf(
  { status, owed_due_on, acceptances_stop_on }: Milestone,
  today = calendarDay(Date.now()),
): string | undefined {
  if (status !== 'awaiting_payment' && status !== 'disputed') return undefined
  if (owed_due_on === null || owed_due_on >= today) return undefined
  const days = Math.round((Date.parse(today) - Date.parse(owed_due_on)) / DAY_MS)
  const age = `Pagamento vencido há ${formatCount(days, 'dia', 'dias')}.`
  if (acceptances_stop_on === null) return age
  const from = formatDate(`${acceptances_stop_on}T12:00:00-03:00`)
  return `${age} A partir de ${from}, a empresa não aceita novas propostas enquanto o valor for devido.`
}

const DAY_MS = 86_400_000
