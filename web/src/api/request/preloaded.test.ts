import { beforeEach, expect, test } from 'vitest'
import { primed, takeWritten, writtenAnswer } from '@/api/request/preloaded'

const LIST = '/rest/v1/projects?select=id%2Ctitle&status=eq.open'

beforeEach(() => {
  document.body.innerHTML = `<script type="application/json" id="answers">${JSON.stringify([
    { address: LIST, range: '0-0/7', body: [{ id: 'p1' }] },
    { address: 3, range: '', body: [] },
  ])}</script>`
})

test('what the document carries is answered once, however the address is written', async () => {
  expect(takeWritten()).toBe(true)
  const found = writtenAnswer(`${window.location.origin}/rest/v1/projects?status=eq.open&select=id,title`)
  expect(found?.headers.get('Content-Range')).toBe('0-0/7')
  expect(await found?.json()).toEqual([{ id: 'p1' }])
  expect(writtenAnswer(LIST)).toBeUndefined()
  expect(takeWritten()).toBe(false)
})

test('another request and a write are not answered', () => {
  takeWritten()
  expect(writtenAnswer(`${LIST}&limit=1`)).toBeUndefined()
  expect(writtenAnswer(LIST, { method: 'POST' })).toBeUndefined()
})

test('the page waits for what is written and not for what is not', async () => {
  takeWritten()
  const order: string[] = []
  await primed(async () => {
    await Promise.resolve()
    order.push('read')
  })
  order.push('drawn')
  expect(order).toEqual(['read', 'drawn'])
  expect(writtenAnswer(LIST)).toBeUndefined() // What nobody took is not kept for later.

  const never = primed(() => new Promise(() => undefined))
  writtenAnswer('/rest/v1/skills')
  await never
})
