import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keyedPage, segmentsOf, type Ordered } from '@/api/request/keyed-pages'
import { askedOf, serve, type Asked } from '@/api/test-server'
import { decodeCursor, encodeCursor, type Cursor } from '@/lib/navigation/page-cursor'

const ORDERS: readonly Ordered[] = [
  { column: 'deadline_on', ascending: true, isNullable: true },
  { column: 'created_at', ascending: false },
  { column: 'id', ascending: false },
]

type Row = { deadline_on: string | null; created_at: string; id: string }

function idOf(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
}

const ROWS: readonly Row[] = Array.from({ length: 23 }, (_, n) => ({
  deadline_on: n % 4 === 3 ? null : `2026-12-0${(n % 3) + 1}`,
  created_at: `2026-11-0${(n % 2) + 1}T12:00:00+00:00`,
  id: idOf(n),
})).toSorted(
  (a, b) =>
    (a.deadline_on ?? '9').localeCompare(b.deadline_on ?? '9') ||
    b.created_at.localeCompare(a.created_at) ||
    b.id.localeCompare(a.id),
)

/** What the server answers: the conditions and the order of a request, applied to the rows. */
function answer({ query, method }: Asked): readonly Row[] {
  const meets = (row: Row) =>
    Object.entries(query).every(([column, condition]) => {
      if (column === 'or')
        return condition
          .slice(1, -1)
          .split(/,(?!id)/)
          .some((part) => isBeyond(row, part))
      return !(column in row) || isMet(Reflect.get(row, column), condition)
    })
  const found = ROWS.filter(meets)
  const isBack = query.order?.startsWith('deadline_on.desc') ?? false
  return method === 'HEAD' ? ROWS : isBack ? found.toReversed() : found
}

function isBeyond(row: Row, part: string): boolean {
  const conditions = part.replace(/^and\(|\)$/g, '').split(',')
  return conditions.every((one) => {
    const [column = '', ...rest] = one.split('.')
    return isMet(Reflect.get(row, column), rest.join('.').replaceAll('"', ''))
  })
}

function isMet(value: unknown, condition: string): boolean {
  const [operator = '', ...rest] = condition.split('.')
  const operand = rest.join('.')
  if (operator === 'is') return value === null
  if (operator === 'not') return value !== null
  if (typeof value !== 'string') return false
  const order = value.localeCompare(operand)
  return (
    { eq: order === 0, lt: order < 0, gt: order > 0, lte: order <= 0, gte: order >= 0 }[operator] ?? false
  )
}

function placeIn(written: string | undefined): Cursor | undefined {
  const [side, token = ''] = (written ?? '').split('=')
  return side === 'depois' || side === 'antes' ? decodeCursor(side, token) : undefined
}

function page(written?: string) {
  const paging = { pageSize: 5, orders: ORDERS, place: placeIn(written) }
  return new QueryClient().query(
    keyedPage(['page', written], paging, (client, counting, cut) =>
      cut(client.from('projects').select('id, deadline_on, created_at', counting)),
    ),
  )
}

test('pages follow one another to the end and back, each row once, also where the order has none', async () => {
  serve({ projects: answer })
  const forth: string[] = []
  const starts: string[] = []
  let found = await page()
  for (;;) {
    expect(found.total).toBe(ROWS.length)
    starts.push(found.rows[0]?.id ?? '')
    forth.push(...found.rows.map(({ id }) => id))
    if (found.next === undefined) break
    found = await page(found.next)
  }
  expect(forth).toEqual(ROWS.map(({ id }) => id))
  const back = [found.rows[0]?.id ?? '']
  while (found.previous !== undefined) {
    found = await page(found.previous)
    back.unshift(found.rows[0]?.id ?? '')
  }
  expect(back).toEqual(starts)
  expect(askedOf('projects').every(({ query }) => query.offset === undefined)).toBe(true)
})

test('a place that is none, or of another order, is the first page', async () => {
  serve({ projects: answer })
  expect(decodeCursor('depois', 'WyJhIixd')).toBeUndefined()
  expect(decodeCursor('depois', btoa(JSON.stringify(['x),or(id.gt.0'])))).toBeUndefined()
  const { rows } = await page(`depois=${btoa(JSON.stringify(['2026-12-01', idOf(2)]))}`)
  expect(rows[0]).toEqual(ROWS[0])
})

test.each([
  {
    place: 'that the server refuses',
    key: ['2026-12-01', '2026-11-01T12:00:00+00:00', idOf(2)],
    isRefused: true,
  },
  { place: 'with nothing beyond it', key: [null, '2000-01-01T12:00:00+00:00', idOf(0)], isRefused: false },
])('a place $place is the first page', async ({ key, isRefused }) => {
  serve({ projects: (asked) => (isRefused && asked.query.or !== undefined ? 400 : answer(asked)) })
  const { rows, previous } = await page(`depois=${encodeCursor({ key })}`)
  expect(rows[0]).toEqual(ROWS[0])
  expect(previous).toBeUndefined()
})

test.each([
  { place: 'of another order', key: [6100000, '2026-11-01T12:00:00+00:00', idOf(2)] },
  { place: 'written by hand', key: ['nada', 'nada', 'nada'] },
])('a place $place is not asked for', async ({ key }) => {
  serve({ projects: answer })
  const { rows } = await page(`depois=${encodeCursor({ key })}`)
  expect(rows[0]).toEqual(ROWS[0])
  expect(askedOf('projects')).toHaveLength(1)
})

test('what lies beyond a place is one range of the index after the other', () => {
  const key = ['2026-12-01', '2026-11-01T12:00:00+00:00', '07']
  expect(segmentsOf(ORDERS, { side: 'depois', key })).toEqual([
    {
      where: [
        ['deadline_on', 'eq', '2026-12-01'],
        ['created_at', 'lte', '2026-11-01T12:00:00+00:00'],
      ],
      tie: 'created_at.lt."2026-11-01T12:00:00+00:00",and(created_at.eq."2026-11-01T12:00:00+00:00",id.lt.07)',
    },
    { where: [['deadline_on', 'gt', '2026-12-01']] },
    { where: [['deadline_on', 'is', null]] },
  ])
  expect(segmentsOf(ORDERS, { side: 'antes', key: [null, '2026-11-01', '07'] })[1]).toEqual({
    where: [['deadline_on', 'not.is', null]],
  })
})
