import { CircleAlert } from 'lucide-react'
import { Label } from 'radix-ui'
import { createContext, use, useId, type ReactNode } from 'react'
import { classNames } from '@/lib/class-names'

type FieldContextValue = {
  id: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

const FieldContext = createContext<FieldContextValue | undefined>(undefined)

type FieldProps = {
  /** The form's field name: the error summary links to it. */
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Adds "(opcional)" to the label; fields are required by default. */
  optional?: boolean
  className?: string
  children: ReactNode
}

/** A label, hint, control and error. The control inside takes its ids from the context. */
export function Field({ name, label, hint, error, optional = false, className, children }: FieldProps) {
  const form = useId()
  const id = fieldId(name)
  const hintId = hint ? `${id}${form}hint` : undefined
  const errorId = error ? `${id}${form}error` : undefined
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined
  return (
    <FieldContext
      value={{ id, labelId: `${id}-rotulo`, describedBy, invalid: error !== undefined, required: !optional }}
    >
      <div className={classNames('flex flex-col gap-1.5', className)}>
        <Label.Root id={`${id}-rotulo`} htmlFor={id} className="text-sm font-medium">
          {label}
          {optional && <span className="font-normal text-muted"> (opcional)</span>}
        </Label.Root>
        {hint && (
          <p id={hintId} className="text-sm text-muted">
            {hint}
          </p>
        )}
        {children}
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </FieldContext>
  )
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert className="mt-0.5 size-4" aria-hidden />
      <span>
        <span className="sr-only">Erro: </span>
        {children}
      </span>
    </p>
  )
}

export function fieldId(name: string): string {
  return `campo-${name}`
}

/** The id of the label above, for controls that add words of their own to their name. */
export function useFieldLabelId(): string | undefined {
  return use(FieldContext)?.labelId
}

/** The props that a control inside a Field spreads on itself. Its own props win. */
export function useFieldControl(
  own: { id?: string | undefined; 'aria-describedby'?: string | undefined } = {},
) {
  const field = use(FieldContext)
  return {
    id: own.id ?? field?.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': field?.invalid === true ? true : undefined,
    'aria-required': field?.required === true ? true : undefined,
  }
}

export const controlLooks =
  'w-full rounded border border-control bg-raised text-base text-ink transition-colors duration-150 placeholder:text-muted hover:border-muted aria-invalid:border-danger disabled:bg-sunken disabled:text-muted sm:text-sm'
