import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { formatMoney, type Money } from '@/lib/money'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'

type DeskListProps<Row> = {
  query: UseInfiniteQueryResult<InfiniteData<{ rows: Row[]; total: number }>>
  label: string
  /** What is counted: "garantias". */
  noun: string
  empty: { title: string; description: string }
  line: (row: Row) => ReactNode
}

/** A list of the desk in its four states, a page at a time. */
export function DeskList<Row extends { id: string }>({
  query,
  label,
  noun,
  empty,
  line,
}: DeskListProps<Row>) {
  if (query.isPending) {
    return (
      <Loading label={`Carregando ${noun}…`}>
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const rows = rowsOf(query.data)
  if (rows.length === 0) return <EmptyState icon={CircleCheck} level={3} {...empty} />
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line rounded border border-line bg-raised">
        {rows.map((row) => (
          <li key={row.id} className="relative p-4 sm:px-5">
            {line(row)}
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={rows.length} total={totalOf(query.data)} noun={noun} />
    </>
  )
}

type DeskLineProps = {
  title: ReactNode
  about: ReactNode
  amount: Money
  /** Since when, or until when. */
  when: ReactNode
  badge?: ReactNode
  children?: ReactNode
}

/** The subject and the party on the left, the amount and the date on the right. */
export function DeskLine({ title, about, amount, when, badge, children }: DeskLineProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          {badge !== undefined && <p className="mb-1.5 flex flex-wrap gap-2">{badge}</p>}
          <h3 className="font-medium break-words">{title}</h3>
          <p className="text-sm break-words text-muted">{about}</p>
        </div>
        <p className="sm:text-right">
          <span className="figures font-medium">{formatMoney(amount)}</span>
          <span className="block text-sm text-muted">{when}</span>
        </p>
      </div>
      {children}
    </div>
  )
}
