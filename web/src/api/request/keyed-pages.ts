import { queryOptions } from '@tanstack/react-query'
import { requestRows } from '@/api/request/request'
import type { Data } from '@/api/client'
import { ApiError } from '@/api/errors'
import { fitsColumn, cursorKeyOf, encodeCursor, type Cursor } from '@/lib/navigation/page-cursor'

/** A column of a list's order; nulls come last. */
export type Ordered = { column: string; ascending: boolean; isNullable?: true }

type Filter = readonly [column: string, operator: string, value: unknown]
type Segment = { where: readonly Filter[]; tie?: string }
type Counting = { count?: 'estimated'; head?: true }

type Cuttable<Request> = {
  filter: (column: string, operator: string, value: unknown) => Request
  or: (filters: string) => Request
  order: (column: string, options: { ascending: boolean; nullsFirst?: boolean }) => Request
  limit: (count: number) => Request
}

/** Orders a select and cuts one page out of it. */
type Cut = <Request extends Cuttable<Request>>(request: Request) => Request

type Answer<Row> = { data: readonly Row[] | null; error: unknown; count: number | null }
type List<Row> = (
  client: Data,
  counting: Counting,
  cut: Cut,
) => { abortSignal: (signal: AbortSignal) => PromiseLike<Answer<Row>> }

/** The cursors of the neighbouring pages, as an address holds them. */
type Beside = { previous: string | undefined; next: string | undefined }

type Paging = {
  pageSize: number
  /** The order. Its last two columns are a time that is never null, and the key. */
  orders: readonly Ordered[]
  /** Undefined for the first page. */
  place: Cursor | undefined
}

/**
 * One page of a list of any length, by keyset pagination: the thousandth page costs as much as the
 * first. It includes the total, as far as totals are counted.
 */
export function keyedPage<const Key extends readonly unknown[], Row extends object>(
  queryKey: Key,
  paging: Paging,
  list: List<Row>,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const ask = (counting: Counting, cut: Cut) =>
        requestRows((client) => list(client, counting, cut).abortSignal(signal))
      const first = async () => {
        const { rows, total } = await ask({ count: 'estimated' }, cutOf(paging, 'depois', {}, 0))
        return { total, ...pageOf(rows, paging, undefined) }
      }
      const beside = async (place: Cursor) => {
        const [rows, { total }] = await Promise.all([
          gather(paging, place, (cut) => ask({}, cut)),
          ask({ count: 'estimated', head: true }, (request) => request.limit(1)),
        ])
        return rows.length > 0 ? { total, ...pageOf(rows, paging, place) } : first()
      }
      const { place } = paging
      if (place === undefined || !isOf(paging.orders, place)) return first()
      // A cursor that the server refuses, or with nothing beyond it, leads to the first page.
      return beside(place).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 400) return first()
        throw error
      })
    },
  })
}

/** Whether a cursor fits this order; a cursor of another order, or an invented one, is not sent. */
function isOf(orders: readonly Ordered[], { key }: Cursor): boolean {
  return (
    key.length === orders.length &&
    orders.every(({ column, isNullable = false }, at) => fitsColumn(column, isNullable, key[at]))
  )
}

/** The rows on one side of a cursor, and one more if there is one. */
async function gather<Row>(
  paging: Paging,
  place: Cursor,
  ask: (cut: Cut) => Promise<{ rows: readonly Row[] }>,
): Promise<Row[]> {
  const found: Row[] = []
  for (const segment of segmentsOf(paging.orders, place)) {
    const { rows } = await ask(cutOf(paging, place.side, segment, found.length))
    found.push(...rows)
    if (found.length > paging.pageSize) break
  }
  return found
}

function cutOf(
  { orders, pageSize }: Paging,
  side: Cursor['side'],
  { where = [], tie }: Partial<Segment>,
  found: number,
): Cut {
  const isAfter = side === 'depois'
  return (request) => {
    let cut = request
    for (const [column, operator, value] of where) cut = cut.filter(column, operator, value)
    if (tie !== undefined) cut = cut.or(tie)
    for (const { column, ascending, isNullable } of orders) {
      const way = { ascending: ascending === isAfter }
      cut = cut.order(column, isNullable ? { ...way, nullsFirst: !isAfter } : way)
    }
    return cut.limit(pageSize + 1 - found)
  }
}

/** The ranges of the list beyond a cursor, the nearest first; each is one range of the index. */
export function segmentsOf(orders: readonly Ordered[], { side, key }: Cursor): Segment[] {
  const isAfter = side === 'depois'
  const valueAt = (index: number) => key[index] ?? null
  const same = (before: number) =>
    orders.slice(0, before).map(({ column }, index): Filter => {
      const value = valueAt(index)
      return [column, value === null ? 'is' : 'eq', value]
    })
  const segments: Segment[] = []
  for (const [index, order] of [...orders.entries()].slice(0, -1).reverse()) {
    const operator = order.ascending === isAfter ? 'gt' : 'lt'
    const value = valueAt(index)
    if (index === orders.length - 2) {
      const { column } = order
      const tie = `${column}.${operator}."${value}",and(${column}.eq."${value}",id.${operator}.${valueAt(index + 1)})`
      segments.push({ where: [...same(index), [column, `${operator}e`, value]], tie })
      continue
    }
    if (value !== null) segments.push({ where: [...same(index), [order.column, operator, value]] })
    else if (!isAfter) segments.push({ where: [...same(index), [order.column, 'not.is', null]] })
    if (value !== null && isAfter && order.isNullable)
      segments.push({ where: [...same(index), [order.column, 'is', null]] })
  }
  return segments
}

function pageOf<Row extends object>(
  found: readonly Row[],
  { orders, pageSize }: Paging,
  place: Cursor | undefined,
): Beside & { rows: readonly Row[] } {
  const isBackwards = place?.side === 'antes'
  const kept = found.slice(0, pageSize)
  const rows = isBackwards ? kept.toReversed() : kept
  const hasMore = found.length > pageSize
  const columns = orders.map(({ column }) => column)
  const beside = (side: Cursor['side'], row: Row | undefined) =>
    row && `${side}=${encodeCursor({ key: cursorKeyOf(row, columns) })}`
  return {
    rows,
    previous: (isBackwards ? hasMore : place !== undefined) ? beside('antes', rows[0]) : undefined,
    next: isBackwards || hasMore ? beside('depois', rows.at(-1)) : undefined,
  }
}
