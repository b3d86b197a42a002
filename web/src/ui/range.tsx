import { useId } from 'react'

type RangeProps = {
  label: string
  min: number
  max: number
  step?: number
  value: number
  /** What the value means, for screen readers. */
  valueText: string
  onValueChange: (value: number) => void
}

/** A slider for a number; arrow keys move it by a step, PageUp and PageDown by more. */
export function Range({ label, value, valueText, onValueChange, ...bounds }: RangeProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="range"
        {...bounds}
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onValueChange(event.target.valueAsNumber)}
        className="h-6 w-full cursor-pointer accent-current"
      />
    </div>
  )
}
