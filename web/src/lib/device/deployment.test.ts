import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadIfDeployed } from '@/lib/device/deployment'
import { reload } from '@/lib/device/reload'

vi.mock('@/lib/device/reload', () => ({ reload: vi.fn() }))

beforeEach(() => {
  sessionStorage.clear()
  vi.mocked(reload).mockReset()
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>'
})
afterEach(() => vi.unstubAllGlobals())

function serve(entry: string) {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(
        `<template id="later"><script type="module" src="/assets/index-${entry}.js"></script></template>`,
      ),
    ),
  )
}

test('a page whose files are gone is loaded anew, once for each build', async () => {
  serve('new')
  await reloadIfDeployed()
  await reloadIfDeployed()
  expect(reload).toHaveBeenCalledOnce()
  serve('newer')
  await reloadIfDeployed()
  expect(reload).toHaveBeenCalledTimes(2)
})

test.each([
  ['the same build', () => serve('old')],
  [
    'a page of somebody else',
    () => vi.stubGlobal('fetch', () => Promise.resolve(new Response('<p>wifi</p>'))),
  ],
  ['nobody', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))],
])('where %s answers it stays', async (_, set) => {
  set()
  await reloadIfDeployed()
  expect(reload).not.toHaveBeenCalled()
})
