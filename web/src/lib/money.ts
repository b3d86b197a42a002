/** Amounts in reais as whole centavos, never fractions. */
declare const centavos: unique symbol
export type Money = number & { readonly [centavos]: true }

const DECIMAL = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/
const GROUPED = /^\d{1,3}(\.\d{3})+(,\d{1,2})?$/
const groups = new Intl.NumberFormat('pt-BR')

/** An amount from whole centavos. */
export function ofCents(cents: number): Money {
  if (!isWhole(cents)) throw new RangeError(`${cents} is no amount of centavos`)
  return cents
}

/** Parses decimal text: `1234.5`, `-0.05`. Null for anything else, including a third decimal place. */
export function parseDecimal(text: string): Money | null {
  const [, sign = '', whole = '', cents = ''] = DECIMAL.exec(text) ?? []
  if (whole === '') return null
  const size = Number.parseInt(whole + cents.padEnd(2, '0'), 10)
  return ofCents(sign === '-' && size > 0 ? -size : size)
}

/** Parses what people type: `1.234,56`, `1234,56`, `R$ 1.234` or `1234.56`; null if it is no amount. */
export function parseMoney(text: string): Money | null {
  const bare = text.replace(/R\$|\s/g, '')
  if (bare.startsWith('-')) return null
  return parseDecimal((GROUPED.test(bare) ? bare.replaceAll('.', '') : bare).replace(',', '.'))
}

/** Decimal text for the server: `1234.50`. */
export function toDecimal(amount: Money): string {
  const { sign, whole, cents } = parts(amount)
  return `${sign}${whole}.${cents}`
}

/** Reais with two decimals: `R$ 1.234,50`, with a no-break space after R$. */
export function formatMoney(amount: Money): string {
  const { sign, whole, cents } = parts(amount)
  return `${sign}R$\u00a0${groups.format(whole)},${cents}`
}

/** Whole reais, for rounded amounts: `R$ 1.200`, with a no-break space after R$. */
export function formatReais(amount: Money): string {
  const { sign, whole } = parts(amount)
  return `${sign}R$\u00a0${groups.format(whole)}`
}

/** The amount alone, as fields show it: `1.234,50`. */
export function formatAmount(amount: Money): string {
  const { sign, whole, cents } = parts(amount)
  return `${sign}${groups.format(whole)},${cents}`
}

export function sumOf(amounts: readonly Money[]): Money {
  return ofCents(amounts.reduce((sum, amount) => sum + amount, 0))
}

/** The first amount minus the second; negative if the second is greater. */
export function difference(whole: Money, part: Money): Money {
  return ofCents(whole - part)
}

/** A fee in hundredths of a percent of an amount, rounded half up like the server's. */
export function feeOf(amount: Money, basisPoints: number): Money {
  return ofCents(Math.floor((amount * basisPoints + 5_000) / 10_000))
}

/** The smallest amount that leaves a given amount after the fee. */
export function grossFor(net: Money, basisPoints: number): Money {
  let gross = Math.floor((net * 10_000) / (10_000 - basisPoints))
  while (gross - feeOf(ofCents(gross), basisPoints) < net) gross += 1
  return ofCents(gross)
}

/** An amount split by percentages, exact to the centavo: the last part takes the remainder. */
export function splitBy(amount: Money, percents: readonly number[]): Money[] {
  const parts = percents.slice(0, -1).map((percent) => Math.floor((amount * percent) / 100))
  return [...parts, amount - parts.reduce((sum, part) => sum + part, 0)].map(ofCents)
}

/** An amount in equal parts; the last part takes the remaining centavos. */
export function splitEvenly(amount: Money, count: number): Money[] {
  const part = Math.floor(amount / count)
  return Array.from({ length: count }, (_, at) => ofCents(at < count - 1 ? part : amount - part * at))
}

function parts(amount: Money) {
  const size = Math.abs(amount)
  const cents = size % 100
  // The remainder is subtracted first, so the division is exact.
  return { sign: amount < 0 ? '-' : '', whole: (size - cents) / 100, cents: String(cents).padStart(2, '0') }
}

function isWhole(cents: number): cents is Money {
  return Number.isSafeInteger(cents)
}
