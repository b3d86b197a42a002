import { Check } from 'lucide-react'
import { Checkbox as Primitive } from 'radix-ui'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { FieldError, fieldId } from '@/ui/field'

type CheckboxProps = ComponentProps<typeof Primitive.Root> & {
  /** Beside the box; may hold links. */
  label: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, error, className, ...props }: CheckboxProps) {
  const unique = useId()
  const id = props.id ?? (props.name === undefined ? unique : fieldId(props.name))
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <div className="flex items-start gap-2.5 has-disabled:opacity-55">
        <Primitive.Root
          {...props}
          id={id}
          aria-describedby={errorId}
          aria-invalid={error ? true : undefined}
          className="flex size-6 shrink-0 items-center justify-center rounded-sm border border-control bg-raised text-on-inverse transition-colors duration-150 aria-invalid:border-danger data-[state=checked]:border-inverse data-[state=checked]:bg-inverse"
        >
          <Primitive.Indicator>
            <Check className="size-5" aria-hidden />
          </Primitive.Indicator>
        </Primitive.Root>
        <label htmlFor={id} className="text-sm leading-6">
          {label}
        </label>
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
