import { TriangleAlert } from 'lucide-react'
import { budgetInWords, type Budget } from '@/features/proposal/propose/budget'
import { formatMoney, type Money } from '@/lib/money'

type BudgetWarningProps = { budget: Budget; value: Money; far: 'below' | 'above' }

const SIDES = {
  below: 'muito abaixo do orçamento',
  above: 'muito acima do orçamento',
} as const

/** Takes the focus, so that whoever pressed Enter reads it before sending. */
export function BudgetWarning({ budget, value, far }: BudgetWarningProps) {
  return (
    <div
      role="alert"
      tabIndex={-1}
      ref={focus}
      className="flex items-start gap-3 rounded bg-warning-soft p-4 text-sm text-warning"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <p>
        <span className="font-medium">
          {formatMoney(value)} está {SIDES[far]}.
        </span>{' '}
        A empresa espera {budgetInWords(budget)}. Confira o valor antes de enviar.
      </p>
    </div>
  )
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}
