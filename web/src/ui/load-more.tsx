import { formatNumber, formatTotal } from '@/lib/format'
import { Button } from '@/ui/button'

type LoadMoreProps = {
  shown: number
  total: number
  /** The plural of what is counted: "projetos"; a total of one is shown as a number alone. */
  noun: string
  hasMore?: boolean
  loading: boolean
  onLoadMore: () => void
}

/** The "Carregar mais" button, with the number shown and the total. */
export function LoadMore({
  shown,
  total,
  noun,
  hasMore = shown < total,
  loading,
  onLoadMore,
}: LoadMoreProps) {
  return (
    <div className="flex flex-col items-center gap-3 py-8">
      <p role="status" className="text-sm text-muted tabular-nums">
        Mostrando {formatNumber(shown)} de {total === 1 ? '1' : formatTotal(total, noun, noun)}
      </p>
      {hasMore && (
        <Button loading={loading} onClick={onLoadMore}>
          Carregar mais
        </Button>
      )}
    </div>
  )
}

type MorePagesProps = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  shown: number
  total: number
  noun: string
}

/** The same below a list inside a page; hidden when the list shows everything. */
export function MorePages({ list, ...counts }: MorePagesProps) {
  if (!list.hasNextPage) return null
  return (
    <LoadMore
      {...counts}
      hasMore
      loading={list.isFetchingNextPage}
      onLoadMore={() => void list.fetchNextPage()}
    />
  )
}
