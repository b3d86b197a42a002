/** Numbers and times in the format of this product: pt-BR, America/Sao_Paulo. */
const LOCALE = 'pt-BR'
const TIME_ZONE = 'America/Sao_Paulo'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

type Moment = string | number | Date

const numberFormat = new Intl.NumberFormat(LOCALE)
const ratingFormat = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const percentFormat = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 })
const listFormat = new Intl.ListFormat(LOCALE)
const relativeFormat = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
const dateFormat = timeFormat({ day: '2-digit', month: '2-digit', year: 'numeric' })
const longDateFormat = timeFormat({ day: 'numeric', month: 'long', year: 'numeric' })
const monthFormat = timeFormat({ month: 'long', year: 'numeric' })
const weekdayFormat = timeFormat({ weekday: 'long' })
const clockFormat = timeFormat({ hour: '2-digit', minute: '2-digit' })
// The Swedish locale writes dates as 2026-11-20, so calendar days can be compared.
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE })

function timeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: TIME_ZONE })
}

export function formatNumber(value: number): string {
  return numberFormat.format(value)
}

/** A count as text; a dash while it is unknown. */
export function formatKnown(value: number | undefined): string {
  return value === undefined ? '–' : formatNumber(value)
}

/** A rating with one decimal, or `N/A` before the first review. */
export function formatRating(rating: number | null | undefined): string {
  return rating == null ? 'N/A' : ratingFormat.format(rating)
}

/** The basis of a rating: ` · 5 contratos, 3 contrapartes`; empty before the first contract. */
export function formatRecord(record: { contracts_completed: number; counterparts: number } | null): string {
  if (record === null || record.contracts_completed === 0) return ''
  const contracts = formatCount(record.contracts_completed, 'contrato', 'contratos')
  return ` · ${contracts}, ${formatCount(record.counterparts, 'contraparte', 'contrapartes')}`
}

/** 0–1 as whole percent. */
export function formatPercent(share: number): string {
  return percentFormat.format(share)
}

/** Hundredths of a percent: 1250 is `12,5%`. */
export function formatBasisPoints(points: number): string {
  return `${numberFormat.format(points / 100)}%`
}

export function formatList(words: readonly string[]): string {
  return listFormat.format(words)
}

/** `1 proposta`, `2 propostas`. */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`
}

/** The largest total that lists state; beyond it they only say that there are more. */
export const COUNTED_MAX = 1000

/** The total of a list: `1 projeto`, `34 projetos`, `mais de 1.000 projetos`. */
export function formatTotal(total: number, singular: string, plural: string): string {
  return total > COUNTED_MAX
    ? `mais de ${formatNumber(COUNTED_MAX)} ${plural}`
    : formatCount(total, singular, plural)
}

/** `20/11/2026` */
export function formatDate(moment: Moment): string {
  return dateFormat.format(new Date(moment))
}

/** A calendar day from its wire form, `2026-11-20`: `20/11/2026`. */
export function formatDay(day: string): string {
  return formatDate(`${day}T12:00:00-03:00`)
}

/** `20 de novembro de 2026` */
export function formatLongDate(moment: Moment): string {
  return longDateFormat.format(new Date(moment))
}

/** `20:53` */
export function formatClock(moment: Moment): string {
  return clockFormat.format(new Date(moment))
}

/** `20/11/2026 às 20:53` */
export function formatDateTime(moment: Moment): string {
  return `${formatDate(moment)} às ${formatClock(moment)}`
}

/**
 * The last valid moment of a deadline, `01/12/2026, 23h59`: one that ends at midnight ends on the day
 * before.
 */
export function formatDeadline(moment: Moment): string {
  const end = new Date(moment).getTime()
  const last = formatClock(end) === '00:00' ? end - MINUTE_MS : end
  return `${formatDate(last)}, ${formatClock(last).replace(':', 'h')}`
}

/** `novembro de 2026`, for "membro desde". */
export function formatMonth(moment: Moment): string {
  return monthFormat.format(new Date(moment))
}

export function formatMemberSince(moment: Moment): string {
  return `Membro desde ${formatMonth(moment)}`
}

/** The calendar day in São Paulo as `2026-11-20`; equal for moments of one day. */
export function calendarDay(moment: Moment): string {
  return dayFormat.format(new Date(moment))
}

function daysBetween(moment: Moment, now: Moment): number {
  return Math.round((Date.parse(calendarDay(now)) - Date.parse(calendarDay(moment))) / DAY_MS)
}

/** Relative time for lists: agora, há 5 min, há 2 h, ontem, segunda-feira, 20/11/2026. */
export function formatRelative(moment: Moment, now: Moment = Date.now()): string {
  const age_ms = new Date(now).getTime() - new Date(moment).getTime()
  if (age_ms < MINUTE_MS) return age_ms < -MINUTE_MS ? formatDateTime(moment) : 'agora'
  if (age_ms < HOUR_MS) return `há ${Math.floor(age_ms / MINUTE_MS)} min`
  const days = daysBetween(moment, now)
  if (days === 0) return `há ${Math.floor(age_ms / HOUR_MS)} h`
  if (days === 1) return 'ontem'
  return days < 7 ? weekdayFormat.format(new Date(moment)) : formatDate(moment)
}

/** Relative time for sentences: há 2 horas, ontem, há 3 meses, em 5 dias. */
export function formatDistance(moment: Moment, now: Moment = Date.now()): string {
  const ahead_ms = new Date(moment).getTime() - new Date(now).getTime()
  const size_ms = Math.abs(ahead_ms)
  if (size_ms < MINUTE_MS) return 'agora'
  if (size_ms < HOUR_MS) return relativeFormat.format(Math.trunc(ahead_ms / MINUTE_MS), 'minute')
  const days = -daysBetween(moment, now)
  if (days === 0) return relativeFormat.format(Math.trunc(ahead_ms / HOUR_MS), 'hour')
  if (Math.abs(days) < 31) return relativeFormat.format(days, 'day')
  if (Math.abs(days) < 365) return relativeFormat.format(Math.trunc(days / 30.44), 'month')
  return relativeFormat.format(Math.trunc(days / 365.25), 'year')
}

/** When a person may retry after a number of seconds: within a minute, at a time today, or on a day. */
export function formatResumption(wait_s: number, now: Moment = Date.now()): string {
  if (wait_s < 60) return 'Você pode continuar em menos de um minuto.'
  const at = new Date(now).getTime() + wait_s * 1000
  return `Você pode continuar ${formatWhen(at, now)}.`
}

/** A moment within a sentence: às 14:32 today, and em 20/11/2026 às 14:32 on other days. */
export function formatWhen(moment: Moment, now: Moment = Date.now()): string {
  return daysBetween(moment, now) === 0 ? `às ${formatClock(moment)}` : `em ${formatDateTime(moment)}`
}

/** The heading between the days of a conversation: Hoje, Ontem, 20 de novembro de 2026. */
export function formatDaySeparator(moment: Moment, now: Moment = Date.now()): string {
  const days = daysBetween(moment, now)
  if (days === 0) return 'Hoje'
  return days === 1 ? 'Ontem' : formatLongDate(moment)
}

/** `1,5 MB` */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1)
  const format = new Intl.NumberFormat(LOCALE, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    maximumFractionDigits: step === 0 ? 0 : 1,
  })
  return format.format(bytes / 1024 ** step)
}
