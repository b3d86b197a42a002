import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from '@/lib/class-names'

const badge = cva(
  'inline-flex items-center gap-1.5 rounded-sm px-2 forced-colors:border print:border print:border-line print:px-1.5 py-0.5 text-xs font-medium max-sm:max-w-full sm:whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'bg-hover text-ink',
        outline: 'border border-line text-muted',
        success: 'bg-success-soft text-success',
        warning: 'bg-warning-soft text-warning',
        danger: 'bg-danger-soft text-danger',
        info: 'bg-info-soft text-info',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

/** A state as a coloured word. The colour only supports the word. */
export function Badge({ tone, className, ...props }: ComponentProps<'span'> & VariantProps<typeof badge>) {
  return <span {...props} className={classNames(badge({ tone }), className)} />
}

/** A count, hidden at zero; screen readers read `label` after it. */
export function CountBadge({
  count,
  label,
  className,
}: {
  count: number
  label: string
  className?: string
}) {
  if (count === 0) return null
  return (
    <span
      className={classNames(
        'figures inline-flex h-5 min-w-5 forced-colors:border items-center justify-center rounded-full bg-inverse px-1.5 text-xs font-medium text-on-inverse',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {label}</span>
    </span>
  )
}
