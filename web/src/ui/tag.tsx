import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'

/** An equipment-tag label, as on a drawing: PRJ-0142. */
export function Tag({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={classNames(
        'figures inline-flex items-center rounded-sm border border-line bg-surface px-1.5 py-px text-xs tracking-wide whitespace-nowrap text-muted',
        className,
      )}
    >
      {children}
    </span>
  )
}

/** `tagOf('PRJ', 142)` is PRJ-0142. */
export function tagOf(prefix: string, number: number): string {
  return `${prefix}-${String(number).padStart(4, '0')}`
}
