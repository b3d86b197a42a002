import type { Withholding } from '@/features/fiscal/queries'
import { TAX_ORDER } from '@/features/fiscal/text'
import { feeOf, ofCents, parseDecimal, toDecimal, type Money } from '@/lib/money'

type Tax = Withholding['tax']
type Row = { rate: string; value: Money | null; base: Money | null }

/** The typed fields of each tax; the base is the suggested one, or else the gross value. */
export type Lines = Readonly<Record<Tax, Row>>

const NOTHING: Row = { rate: '', value: null, base: null }
const NO_LINES: Lines = { iss: NOTHING, inss: NOTHING, irrf: NOTHING, csrf: NOTHING }

/** The recorded lines as fields to be edited. */
export function rowsOf(lines: readonly Withholding[]): Lines {
  return lines.reduce<Lines>(
    (rows, { tax, rate, base_cents, value_cents }) => ({
      ...rows,
      [tax]: { rate: String(rate).replace('.', ','), value: ofCents(value_cents), base: ofCents(base_cents) },
    }),
    NO_LINES,
  )
}

type Suggested = { tax: string; base: unknown; rate: unknown; value?: unknown }

/** The server's suggestions as fields. */
export function usual(lines: readonly Suggested[]): Lines {
  return lines.reduce<Lines>((rows, { tax, base, rate, value }) => {
    if (!TAX_ORDER.some((known) => known === tax)) return rows
    return {
      ...rows,
      [tax]: {
        rate: String(rate).replace('.', ','),
        value: parseDecimal(String(value)),
        base: parseDecimal(String(base)),
      },
    }
  }, NO_LINES)
}

type Sent = { tax: string; base: string; rate: string; value: string }

/** The filled lines as they are sent; null while one of them is invalid. */
export function linesToSend(rows: Lines, gross: Money): Sent[] | null {
  const sent: Sent[] = []
  for (const tax of TAX_ORDER) {
    const { rate, value, base } = rows[tax]
    if (rate.trim() === '' && value === null) continue
    const points = parseDecimal(rate.trim().replace(',', '.'))
    const of = base ?? gross
    if (points === null || points <= 0) return null
    const kept = value ?? feeOf(of, points)
    if (kept <= 0 || kept > feeOf(of, points)) return null
    sent.push({ tax, base: toDecimal(of), rate: toDecimal(points), value: toDecimal(kept) })
  }
  return sent
}

/** A rate as it is typed and sent: `4,65` is `4.65`. */
export function rateOf(text: string): string | null {
  const amount = parseDecimal(text.trim().replace(',', '.'))
  return amount === null || amount <= 0 ? null : text.trim().replace(',', '.')
}
