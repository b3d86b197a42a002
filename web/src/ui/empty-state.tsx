import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'

type EmptyStateProps = {
  icon?: LucideIcon
  title: string
  description?: ReactNode
  /** The next step: one button or link. */
  action?: ReactNode
  /** The heading level; 1 when the page shows nothing else. */
  level?: 1 | 2 | 3
  className?: string
}

export function EmptyState({
  icon: Icon,
  title,
  description,
  action,
  level = 2,
  className,
}: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div
      className={classNames(
        'corner-ticks flex flex-col items-center gap-3 px-6 py-14 text-center',
        className,
      )}
    >
      {Icon && <Icon className="size-8 text-muted" aria-hidden />}
      <Heading className={classNames('font-semibold', level === 1 ? 'text-2xl' : 'text-lg')}>{title}</Heading>
      {description && <p className="w-full max-w-lg break-words text-muted">{description}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
