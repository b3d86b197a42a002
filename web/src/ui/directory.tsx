import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { NO_FILTERS, type useDirectoryFilters } from '@/lib/navigation/use-directory-filters'
import { Button } from '@/ui/button'
import type { Filter } from '@/ui/directory-filters'
import { DirectoryRows } from '@/ui/directory-rows'
import { DirectorySearch } from '@/ui/directory-search'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Pager } from '@/ui/pager'
import type { Option } from '@/ui/select'
import { Loading } from '@/ui/skeleton'

type Page<Row> = { rows: readonly Row[]; previous: string | undefined; next: string | undefined }

/** The texts that differ between the two directories. */
export type DirectoryWords = {
  search: string
  placeholder: string
  loading: string
  /** The accessible name of the list. */
  list: string
  empty: string
}

type DirectoryProps<Row> = {
  words: DirectoryWords
  asked: ReturnType<typeof useDirectoryFilters>
  filters: readonly Filter[]
  /** The sort orders; the first is the default, written as ''. */
  orders: readonly Option[]
  query: UseQueryResult<Page<Row>>
  /** The total in words; undefined while it is unknown. */
  found: string | undefined
  errorSentence: (error: unknown) => string
  icon: LucideIcon
  /** The grid's columns and the number of skeleton cards while the rows load. */
  columns: string
  waiting: number
  skeleton: ReactNode
  /** What can be done with the results together. */
  action?: ReactNode
  /** Rows that are left out, and what is said of them. */
  leftOut?: ReadonlySet<string> | undefined
  note?: ReactNode
  children: (row: Row) => ReactNode
}

/** The search controls, whose state is in the address, and one page of results. */
export function Directory<Row extends { id: string }>({
  words,
  asked,
  found,
  ...props
}: DirectoryProps<Row>) {
  const { filters, change } = asked
  return (
    <div className="flex flex-col gap-6">
      <DirectorySearch
        label={words.search}
        placeholder={words.placeholder}
        text={filters.text}
        onTextChange={(text) => change({ text })}
        filters={props.filters}
        onClear={() => change({ ...NO_FILTERS, text: filters.text, order: filters.order })}
        found={found}
        orders={props.orders}
        order={filters.order}
        onOrderChange={(order) => change({ order })}
      />
      <Results words={words} asked={asked} found={found} {...props} />
    </div>
  )
}

function Results<Row extends { id: string }>({
  words,
  asked,
  query,
  found = '',
  ...props
}: DirectoryProps<Row>) {
  const grid = `grid grid-cols-1 gap-4 ${props.columns}`
  if (query.isPending)
    return <Waiting label={words.loading} grid={grid} count={props.waiting} skeleton={props.skeleton} />
  if (query.isError) {
    return (
      <ErrorState
        message={props.errorSentence(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  const { rows, previous, next } = query.data
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={props.icon}
        title={words.empty}
        description="Tente ajustar seus filtros de busca."
        action={
          <>
            <Button onClick={() => asked.change(NO_FILTERS)}>Limpar filtros</Button>
            {props.action}
          </>
        }
      />
    )
  }
  return (
    <div>
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <p>{found}</p>
        {props.note}
        {props.action && <div className="ml-auto">{props.action}</div>}
      </div>
      <DirectoryRows name={words.list} rows={rows} grid={grid} {...props} />
      <Pager
        shown={rows.length}
        of={found}
        previous={asked.addressOf(previous)}
        next={asked.addressOf(next)}
      />
    </div>
  )
}

type WaitingProps = { label: string; grid: string; count: number; skeleton: ReactNode }

function Waiting({ label, grid, count, skeleton }: WaitingProps) {
  return (
    <Loading label={label}>
      <div className={grid}>
        {Array.from({ length: count }, (_, i) => (
          <div key={i} className="contents">
            {skeleton}
          </div>
        ))}
      </div>
    </Loading>
  )
}
