import { expect, test } from 'vitest'
import { isBlocked, isActive } from '@/lib/person/account-status'

const ACTIVE = { status: 'active', removed_at: null }
const BLOCKED = { status: 'blocked', removed_at: null }
const GONE = { status: 'blocked', removed_at: '2026-11-20T12:00:00Z' }

test('who was blocked is blocked; who left is gone', () => {
  expect([ACTIVE, BLOCKED, GONE, null, undefined].map(isBlocked)).toEqual([false, true, false, false, false])
})

test('nobody who is blocked or gone is there to be written to', () => {
  expect([ACTIVE, BLOCKED, GONE, null, undefined].map(isActive)).toEqual([true, false, false, true, true])
})
