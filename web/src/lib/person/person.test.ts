import { expect, test } from 'vitest'
import { greetingOf, isBlocked, isActive } from './person'

test.each([
  [{ name: 'Ana Paula de Souza', role: 'professional', is_party: true }, 'Olá, Ana'],
  [{ name: 'Beatriz Lima', role: 'company', is_party: false }, 'Olá, Beatriz'],
  [{ name: 'Envasadora Monte Claro', role: 'company', is_party: true }, 'Olá, Envasadora Monte Claro'],
])('%j', (profile, greeting) => expect(greetingOf(profile)).toBe(greeting))

const ACTIVE = { status: 'active', removed_at: null }
const BLOCKED = { status: 'blocked', removed_at: null }
const GONE = { status: 'blocked', removed_at: '2026-11-20T12:00:00Z' }

test('a blocked person counts as blocked, and a person who left does not', () => {
  expect([ACTIVE, BLOCKED, GONE, null, undefined].map(isBlocked)).toEqual([false, true, false, false, false])
})

test('people who are blocked or left are not active', () => {
  expect([ACTIVE, BLOCKED, GONE, null, undefined].map(isActive)).toEqual([true, false, false, true, true])
})
