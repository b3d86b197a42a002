import { afterEach, expect, test, vi } from 'vitest'
import {
  loginLink,
  isOwnPath,
  storeLoginRedirect,
  storedLoginRedirect,
  readLoginRedirect,
} from '@/lib/navigation/login-redirect'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test.each(['/dashboard/projetos/novo', '/projetos/1?propor=sim', '/'])('%s is one of our pages', (path) => {
  expect(isOwnPath(path)).toBe(true)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '//[',
  'https://evil.example',
  'javascript:alert(1)',
  'projetos',
  '',
  undefined,
  1,
])('%j is none', (path) => {
  expect(isOwnPath(path)).toBe(false)
})

test('the side comes from the button, and from the page that only a company has', () => {
  const { state } = loginLink({ from: '/projetos/1', role: 'professional' })
  expect(readLoginRedirect(state)).toEqual({ from: '/projetos/1', role: 'professional' })
  expect(readLoginRedirect({ from: '/dashboard/projetos/novo', role: 'admin' })?.role).toBe('company')
  expect(readLoginRedirect({ from: '//evil.example', role: 'company' })).toBeUndefined()
  expect(readLoginRedirect(null)).toBeUndefined()
})

test('who confirms by mail within a day goes on where he was', () => {
  vi.useFakeTimers()
  storeLoginRedirect({ from: '/projetos/1', role: 'professional' })
  expect(storedLoginRedirect()).toEqual({ from: '/projetos/1', role: 'professional' })
  vi.advanceTimersByTime(25 * 60 * 60 * 1000)
  expect(storedLoginRedirect()).toBeUndefined()
})
