import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configQuery } from '@/api/config'
import { formatBasisPoints } from '@/lib/format'
import { difference, feeOf, formatMoney, grossFor, sumOf, type Money } from '@/lib/money'
import { Field } from '@/ui/field'
import { MoneyInput } from '@/ui/money-input'
import { TriangleAlert } from 'lucide-react'
import { budgetInWords, type Budget } from './budget'

type FeeSummaryProps = {
  /** What is paid one by one: the fee is reckoned of each. */
  parts: readonly Money[]
  /** Of the parts, what is not part of the value. */
  travel: Money
  onValueChange: (value: Money) => void
}

/** The fee in both directions: from the value to the amount received, and back. */
export function FeeSummary({ parts, travel, onValueChange }: FeeSummaryProps) {
  const { data: config } = useQuery(configQuery())
  const total = sumOf(parts)
  if (config === undefined) return null
  if (config.settlement === 'direct') {
    return (
      <p className="rounded bg-sunken p-3 text-sm">
        <Split label="Empresa paga" amount={total} /> · <Split label="Você recebe" amount={total} />
        <span className="mt-1 block text-muted">
          Acerto direto, por marcos: a empresa paga a você, sem taxa nossa.
        </span>
      </p>
    )
  }
  const { feeBasisPoints } = config
  const fee = sumOf(parts.map((part) => feeOf(part, feeBasisPoints)))
  const net = difference(total, fee)
  return (
    <div className="flex flex-col gap-3 rounded bg-sunken p-3 text-sm">
      <p>
        <Split label="Empresa paga" amount={total} /> ·{' '}
        <Split label={`Taxa (${formatBasisPoints(feeBasisPoints)})`} amount={fee} /> ·{' '}
        <Split label="Você recebe" amount={net} />
      </p>
      <NetField
        net={net}
        onNetChange={(wanted) => {
          const value = difference(grossFor(wanted, feeBasisPoints), travel)
          if (value > 0) onValueChange(value)
        }}
      />
    </div>
  )
}

/** While it is typed in, it says what was typed. */
function NetField({ net, onNetChange }: { net: Money; onNetChange: (net: Money) => void }) {
  const [typed, setTyped] = useState<Money | null>()
  return (
    <Field name="net" label="Ou diga quanto quer receber (R$)" optional>
      <MoneyInput
        value={typed === undefined ? net : typed}
        onValueChange={(next) => {
          setTyped(next)
          if (next !== null) onNetChange(next)
        }}
        onBlur={() => setTyped(undefined)}
      />
    </Field>
  )
}

function Split({ label, amount }: { label: string; amount: Money }) {
  return (
    <span className="whitespace-nowrap">
      {label} <span className="figures font-medium">{formatMoney(amount)}</span>
    </span>
  )
}

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
