import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { threadOf, threadQuery, withMessage, type Message } from '@/features/message/queries'
import { MESSAGE } from '@/features/message/test-message'

function message(id: string, content = id): Message {
  return { ...MESSAGE, id, content, from_id: 'a', to_id: 'b', timestamp: '2026-11-20T12:00:00Z' }
}

describe('a loaded conversation', () => {
  const thread = { pages: [[message('3'), message('2')], [message('1')]], pageParams: [undefined, undefined] }

  it('adds a new message as the newest', () =>
    expect(withMessage(thread, message('4')).pages.map((page) => page.map((m) => m.id))).toEqual([
      ['4', '3', '2'],
      ['1'],
    ]))

  it('recognises a message by its key', () => {
    const sent = { ...message('1'), client_id: 'k' }
    const known = withMessage(thread, { ...message('k'), client_id: 'k' })
    expect(withMessage(known, sent).pages[0]?.map(({ id }) => id)).toEqual(['1', '3', '2'])
  })

  it('keeps a message of another person with the same key', () => {
    const known = withMessage(thread, { ...message('4'), client_id: 'k', from_id: 'b' })
    expect(withMessage(known, { ...message('5'), client_id: 'k' }).pages[0]).toHaveLength(4)
  })

  it('replaces a known message in its place', () =>
    expect(withMessage(thread, message('1', 'lida')).pages[1]).toEqual([message('1', 'lida')]))
})

describe('older messages', () => {
  /** What is asked for when a conversation begins with so many, and has none before them. */
  async function askedAfter(count: number) {
    const newest = Array.from({ length: count }, (_, index) => message(`m${index + 1}`))
    serve({ messages: ({ query }) => (query.or === undefined ? newest : []) })
    await new QueryClient().infiniteQuery({ ...threadQuery('a:b'), pages: 9 })
    return askedOf('messages').map(({ query: { timestamp, or } }) => [timestamp, or])
  }
  const FIRST = [undefined, undefined]

  it('are not requested after an incomplete page', async () => expect(await askedAfter(49)).toEqual([FIRST]))

  it('are those before the last one, including equal timestamps', async () =>
    expect(await askedAfter(50)).toEqual([
      FIRST,
      [
        'lte.2026-11-20T12:00:00Z',
        '(timestamp.lt."2026-11-20T12:00:00Z",and(timestamp.eq."2026-11-20T12:00:00Z",id.lt.m50))',
      ],
    ]))
})

describe('threadOf', () => {
  it('is the same from both sides', () => expect(threadOf('b', 'a')).toBe(threadOf('a', 'b')))
})
