import { queryOptions } from '@tanstack/react-query'
import { requestRows } from '@/api/request/request'
import type { Data } from '@/api/client'
import { ApiError } from '@/api/errors'
import { fitsColumn, cursorKeyOf, encodeCursor, type Cursor } from '@/lib/navigation/page-cursor'

/** A column of a list's order; empty values come last. */
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

/** Puts a select in its order and takes the page out of it. */
type Cut = <Request extends Cuttable<Request>>(request: Request) => Request

type Answer<Row> = { data: readonly Row[] | null; error: unknown; count: number | null }
type List<Row> = (
  client: Data,
  counting: Counting,
  cut: Cut,
) => { abortSignal: (signal: AbortSignal) => PromiseLike<Answer<Row>> }

/** The places of the pages beside one, as an address holds them. */
type Beside = { previous: string | undefined; next: string | undefined }

type Paging = {
  pageSize: number
  /** The order; the last two columns are a time that is never empty, and the key. */
  orders: readonly Ordered[]
  /** Undefined is the first page. */
  place: Cursor | undefined
}

/**
 * One page of a list that may be of any length, found by the key of the row beside it:
 * the thousandth costs what the first does. With how many there are, as far as these are counted.
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
      // What the server refuses all the same, or has nothing beyond it, is page one.
      return beside(place).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 400) return first()
        throw error
      })
    },
  })
}

/** Whether a place is one of this order: another order's, or one written by hand, is not asked for. */
function isOf(orders: readonly Ordered[], { key }: Cursor): boolean {
  return (
    key.length === orders.length &&
    orders.every(({ column, isNullable = false }, at) => fitsColumn(column, isNullable, key[at]))
  )
}

/** The rows on one side of a place, and one more if there are. What has the same values comes first. */
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

/** The parts of a list beyond a place, the nearest first: each of them is one range of the order's index. */
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
