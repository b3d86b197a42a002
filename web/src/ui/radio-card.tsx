import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'

type RadioCardProps = ComponentProps<'input'> & { label: string; description?: string | undefined }

/** One radio option with a description below its name. Several stand in a fieldset. */
export function RadioCard({ label, description, className, ...props }: RadioCardProps) {
  return (
    <label
      className={classNames(
        'flex cursor-pointer items-start gap-3 rounded border border-control bg-raised px-3 py-2.5 transition-colors duration-150 hover:border-muted has-checked:border-inverse has-checked:bg-hover has-disabled:cursor-default has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        className,
      )}
    >
      <input {...props} type="radio" className="mt-1 size-4 shrink-0 accent-inverse outline-none" />
      <span className="flex min-w-0 flex-col">
        <span className="text-sm font-medium">{label}</span>
        {description !== undefined && <span className="text-sm text-muted">{description}</span>}
      </span>
    </label>
  )
}
