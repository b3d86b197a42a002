import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

type Crumb = { label: string; to?: string }

/** The path to the current page, which is the last crumb. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Trilha">
      <ol className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
        {crumbs.map(({ label, to }, index) => (
          <li key={label} className="flex min-h-6 items-center gap-1.5">
            {index > 0 && <ChevronRight className="size-3.5" aria-hidden />}
            {to === undefined ? (
              <span aria-current="page" className="text-ink">
                {label}
              </span>
            ) : (
              <Link to={to} className="min-w-6 py-0.5 hover:text-ink hover:underline">
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
