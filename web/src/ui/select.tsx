import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'
import { controlLooks, useFieldControl } from '@/ui/field'

export type Option = { value: string; label: string }

type SelectProps = ComponentProps<'select'> & {
  options: readonly Option[]
  /** The empty first choice, for example "Selecione". */
  placeholder?: string
}

/** The native select: best on phones, and it works with every form library. */
export function Select({ options, placeholder, className, ...props }: SelectProps) {
  return (
    <div className="relative">
      <select
        {...props}
        {...useFieldControl(props)}
        className={classNames(controlLooks, 'h-10 appearance-none pr-9 pl-3 pointer-coarse:h-11', className)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-3 right-3 size-4 text-muted" aria-hidden />
    </div>
  )
}
