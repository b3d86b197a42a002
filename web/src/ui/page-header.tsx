import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { Codes } from '@/ui/codes'

type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  /** Above the title: breadcrumbs or a tag. */
  above?: ReactNode
  /** On the right: at most one primary button. */
  actions?: ReactNode
  className?: string
}

/** The page's one h1; a route change moves the focus to it. */
export function PageHeader({ title, description, above, actions, className }: PageHeaderProps) {
  return (
    <header
      className={classNames('flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pb-6', className)}
    >
      <div className="flex min-w-0 flex-col items-start gap-2">
        {above}
        <h1 tabIndex={-1} className="max-w-full text-2xl font-semibold break-words">
          {typeof title === 'string' ? <Codes text={title} /> : title}
        </h1>
        {description && <p className="w-full max-w-measure break-words text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  )
}
