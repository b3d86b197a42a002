import { beforeEach, expect, test } from 'vitest'
import { prefetched, takePreloaded, preloadedResponse } from '@/api/request/preloaded'

const LIST = '/rest/v1/projects?select=id%2Ctitle&status=eq.open'

beforeEach(() => {
  document.body.innerHTML = `<script type="application/json" id="answers">${JSON.stringify([
    { address: LIST, range: '0-0/7', body: [{ id: 'p1' }] },
    { address: 3, range: '', body: [] },
  ])}</script>`
})

test('what the document carries is answered once, however the address is written', async () => {
  expect(takePreloaded()).toBe(true)
  const found = preloadedResponse(`${window.location.origin}/rest/v1/projects?status=eq.open&select=id,title`)
  expect(found?.headers.get('Content-Range')).toBe('0-0/7')
  expect(await found?.json()).toEqual([{ id: 'p1' }])
  expect(preloadedResponse(LIST)).toBeUndefined()
  expect(takePreloaded()).toBe(false)
})

test('another request and a write are not answered', () => {
  takePreloaded()
  expect(preloadedResponse(`${LIST}&limit=1`)).toBeUndefined()
  expect(preloadedResponse(LIST, { method: 'POST' })).toBeUndefined()
})

test('the page waits for what is written and not for what is not', async () => {
  takePreloaded()
  const order: string[] = []
  await prefetched(async () => {
    await Promise.resolve()
    order.push('read')
  })
  order.push('drawn')
  expect(order).toEqual(['read', 'drawn'])
  expect(preloadedResponse(LIST)).toBeUndefined() // What nobody took is not kept for later.

  const never = prefetched(() => new Promise(() => undefined))
  preloadedResponse('/rest/v1/skills')
  await never
})
