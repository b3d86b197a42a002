import type { Session } from '@supabase/supabase-js'

export type Factor = { id: string; name: string }

/** The verified apps of an account, as its session knows them. */
export function verifiedFactors(session: Session): Factor[] {
  return (session.user.factors ?? [])
    .filter((factor) => factor.status === 'verified' && factor.factor_type === 'totp')
    .map((factor) => ({ id: factor.id, name: factor.friendly_name ?? '' }))
}

/** Whether the session has proved the password alone, of an account that asks for more. The server opens nothing to it. */
export function lacksSecondFactor(session: Session): boolean {
  const isProtected = (session.user.factors ?? []).some((factor) => factor.status === 'verified')
  return isProtected && levelOf(session.access_token) !== 'aal2'
}

/** The level of assurance that a token says; it is the server that checks it. */
function levelOf(token: string): unknown {
  const payload = token.split('.')[1] ?? ''
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'aal') : undefined
  } catch {
    return undefined
  }
}
