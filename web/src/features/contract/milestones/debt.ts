import type { Milestone } from '@/features/contract/queries'
import { calendarDay, formatCount, formatDate } from '@/lib/format'

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
