import type { Session, User } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { lacksSecondFactor, verifiedFactors } from '@/api/session/second-factor'

const MOMENT = '2026-11-01T12:00:00Z'

function session(aal: string, status?: 'verified' | 'unverified'): Session {
  const factor = {
    id: 'celular',
    friendly_name: 'Celular',
    factor_type: 'totp',
    created_at: MOMENT,
    updated_at: MOMENT,
  } as const
  const user: User = {
    id: 'u1',
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: {},
    created_at: MOMENT,
    ...(status === undefined ? {} : { factors: [{ ...factor, status }] }),
  }
  const claims = btoa(JSON.stringify({ aal }))
  return { access_token: `x.${claims}.y`, refresh_token: 'r', expires_in: 900, token_type: 'bearer', user }
}

test('the password is enough until a factor was proved', () => {
  expect(lacksSecondFactor(session('aal1'))).toBe(false)
  expect(lacksSecondFactor(session('aal1', 'unverified'))).toBe(false)
  expect(lacksSecondFactor(session('aal1', 'verified'))).toBe(true)
  expect(lacksSecondFactor(session('aal2', 'verified'))).toBe(false)
})

test('a token that cannot be read proves nothing', () => {
  expect(lacksSecondFactor({ ...session('aal2', 'verified'), access_token: 'x' })).toBe(true)
})

test('only what was verified is asked for', () => {
  expect(verifiedFactors(session('aal1', 'verified'))).toEqual([
    { id: 'celular', name: 'Celular', kind: 'app' },
  ])
  expect(verifiedFactors(session('aal1', 'unverified'))).toEqual([])
})
