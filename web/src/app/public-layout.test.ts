import { afterEach, expect, test } from 'vitest'
import { isPageOff } from '@/app/public-layout'

afterEach(() => {
  document.head.innerHTML = ''
})

test('every page is on when the server says nothing', () => {
  expect(isPageOff('/consultoria')).toBe(false)
})

test('only the pages that the server names are off', () => {
  document.head.innerHTML = '<meta name="pages-off" content="/consultoria /solucoes">'
  expect(isPageOff('/consultoria')).toBe(true)
  expect(isPageOff('/servicos')).toBe(false)
  expect(isPageOff('/consult')).toBe(false)
})
