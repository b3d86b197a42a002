import type { Row } from '@/api/tables'
import { formatMoney, type Money } from '@/lib/money'

export type Budget = Pick<Row<'projects'>, 'budget_min_cents' | 'budget_max_cents'>

/** From this factor below the minimum or above the maximum on, a value looks like a typo. */
const FAR_TIMES = 2

/** Whether a value is far outside the company's budget. */
export function farFrom({ budget_min_cents, budget_max_cents }: Budget, value: Money | null) {
  if (value === null) return undefined
  if (budget_min_cents !== null && value * FAR_TIMES < budget_min_cents) return 'below'
  if (budget_max_cents !== null && value > budget_max_cents * FAR_TIMES) return 'above'
  return undefined
}

/** `entre R$ 45.000,00 e R$ 60.000,00`, as far as the company said it in numbers. */
export function budgetInWords({ budget_min_cents: min, budget_max_cents: max }: Budget): string {
  if (min !== null && max !== null) return `entre ${formatMoney(min)} e ${formatMoney(max)}`
  if (min !== null) return `a partir de ${formatMoney(min)}`
  return max === null ? '' : `até ${formatMoney(max)}`
}
