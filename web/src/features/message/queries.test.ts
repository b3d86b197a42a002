import { describe, expect, it } from 'vitest'
import { threadOf, withMessage, type Message } from '@/features/message/queries'

function message(id: string, content = id): Message {
  return {
    id,
    content,
    from_id: 'a',
    to_id: 'b',
    party_id: null,
    read: false,
    delivered_at: null,
    automatic: false,
    timestamp: '2026-11-20T12:00:00Z',
  }
}

describe('a loaded conversation', () => {
  const thread = { pages: [[message('3'), message('2')], [message('1')]], pageParams: ['', 'x'] }

  it('takes a new message as its newest', () =>
    expect(withMessage(thread, message('4')).pages.map((page) => page.map((m) => m.id))).toEqual([
      ['4', '3', '2'],
      ['1'],
    ]))

  it('replaces a message it knows in its place', () =>
    expect(withMessage(thread, message('1', 'lida')).pages[1]).toEqual([message('1', 'lida')]))
})

describe('threadOf', () => {
  it('is the same from both sides', () => expect(threadOf('b', 'a')).toBe(threadOf('a', 'b')))
})
