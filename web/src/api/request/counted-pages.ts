import { infiniteQueryOptions } from '@tanstack/react-query'
import { requestCounted } from '@/api/request/request'
import type { Data } from '@/api/client'
import { COUNTED_MAX } from '@/lib/format'

/** An ordered select with `{ count: 'estimated' }`, before it is cut into pages. */
type Counted<Result> = {
  range: (from: number, to: number) => { abortSignal: (signal: AbortSignal) => PromiseLike<Result> }
}

/**
 * A list in pages, each with the total. Beyond the largest number that is counted, a full page is
 * assumed to have a successor.
 */
export function countedPages<
  const Key extends readonly unknown[],
  Result extends { data: unknown; error: unknown; count: number | null },
>(queryKey: Key, pageSize: number, list: (client: Data) => Counted<Result>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      requestCounted((client) =>
        list(client)
          .range(pageParam, pageParam + pageSize - 1)
          .abortSignal(signal),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ rows, total }, _pages, offset) => {
      const isFull = Array.isArray(rows) && rows.length === pageSize
      const hasMore = total > COUNTED_MAX ? isFull : offset + pageSize < total
      return hasMore ? offset + pageSize : undefined
    },
  })
}

/** All rows that are loaded, in order. */
export function rowsOf<Row>({ pages }: { pages: readonly { rows: readonly Row[] }[] }): Row[] {
  return pages.flatMap((page) => page.rows)
}

/** The total, as the newest page states it. */
export function totalOf({ pages }: { pages: readonly { total: number }[] }): number {
  return pages.at(-1)?.total ?? 0
}
