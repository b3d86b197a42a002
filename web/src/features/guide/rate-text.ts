import type { Rate } from '@/api/rates'
import { formatCount, formatList, formatNumber } from '@/lib/format'

const SPANS: Readonly<Record<number, string>> = { 60: 'minuto', 3600: 'hora', 86400: 'dia' }

/** How much may be asked, in words: “600 por minuto e 10.000 por dia”. */
export function rateText(rates: readonly Rate[]): string {
  if (rates.length === 0) return 'como a rede'
  return formatList(rates.map(({ max, seconds }) => `${formatNumber(max)} ${spanText(seconds)}`))
}

function spanText(seconds: number): string {
  const known = SPANS[seconds]
  if (known !== undefined) return `por ${known}`
  if (seconds % 60 === 0) return `em ${formatCount(seconds / 60, 'minuto', 'minutos')}`
  return `em ${formatCount(seconds, 'segundo', 'segundos')}`
}
