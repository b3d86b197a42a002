import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { countedPages, rowsOf, totalOf } from '@/api/request/counted-pages'
import { keys } from '@/api/keys'
import { askedOf, serve } from '@/api/test-server'

const PAGE_SIZE = 2

/** All pages that the list says there are, of so many rows. */
async function read(count: number) {
  serve({ skills: Array.from({ length: count }, (_, index) => ({ slug: String(index) })) })
  const query = countedPages(keys.skills, PAGE_SIZE, (client) =>
    client.from('skills').select('slug', { count: 'estimated' }).order('slug'),
  )
  const data = await new QueryClient().infiniteQuery({ ...query, pages: 9 })
  return {
    rows: rowsOf(data).map(({ slug }) => slug),
    total: totalOf(data),
    asked: askedOf('skills').map(({ query: { offset, limit } }) => `${offset}+${limit}`),
  }
}

test.each([
  [0, [], ['0+2']],
  [1, ['0'], ['0+2']],
  [2, ['0', '1'], ['0+2']],
  [3, ['0', '1', '2'], ['0+2', '2+2']],
  [4, ['0', '1', '2', '3'], ['0+2', '2+2']],
  [5, ['0', '1', '2', '3', '4'], ['0+2', '2+2', '4+2']],
])('of %i rows each is read once, and no page after the last', async (total, rows, asked) =>
  expect(await read(total)).toEqual({ rows, total, asked }),
)

test('the newest page knows how many there are', () =>
  expect(totalOf({ pages: [{ total: 3 }, { total: 4 }] })).toBe(4))
