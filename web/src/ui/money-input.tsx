import { useState, type ComponentProps } from 'react'
import { formatAmount, parseMoney, type Money } from '@/lib/money'
import { Input } from '@/ui/input'

type MoneyInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** Null while the field is empty or is not an amount. */
  value: Money | null
  onValueChange: (amount: Money | null) => void
}

/** A field for reais. Accepts 1234,5 or 1.234,50 or R$ 1.234,50, and formats the amount on blur. */
export function MoneyInput({ value, onValueChange, onBlur, ...props }: MoneyInputProps) {
  const [text, setText] = useState(() => written(value))
  // The form's value changed from outside, so the text is replaced.
  const shown = parseMoney(text) === value ? text : value === null ? text : written(value)
  return (
    <div className="relative">
      <span
        aria-hidden
        className="figures pointer-events-none absolute inset-y-0 left-3 flex items-center text-sm text-muted"
      >
        R$
      </span>
      <Input
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        placeholder="0,00"
        {...props}
        className="figures pl-10"
        value={shown}
        onChange={(event) => {
          setText(event.target.value)
          onValueChange(parseMoney(event.target.value))
        }}
        onBlur={(event) => {
          if (value !== null) setText(written(value))
          onBlur?.(event)
        }}
      />
    </div>
  )
}

function written(amount: Money | null): string {
  return amount === null ? '' : formatAmount(amount)
}
