import type { Session } from '@supabase/supabase-js'

export type Factor = { id: string; name: string; kind: 'app' | 'passkey' }

/** The second factors of an account, as its session lists them. */
export function verifiedFactors(session: Session): Factor[] {
  return (session.user.factors ?? [])
    .filter((factor) => factor.status === 'verified')
    .map((factor) => ({
      id: factor.id,
      name: factor.friendly_name ?? '',
      kind: factor.factor_type === 'webauthn' ? 'passkey' : 'app',
    }))
}

/**
 * Whether the session lacks the second factor of its account. The server refuses everything until it is
 * given.
 */
export function lacksSecondFactor(session: Session): boolean {
  const isProtected = (session.user.factors ?? []).some((factor) => factor.status === 'verified')
  return isProtected && levelOf(session.access_token) !== 'aal2'
}

/** The assurance level that a token claims; the server is the one that checks it. */
function levelOf(token: string): unknown {
  const payload = token.split('.')[1] ?? ''
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'aal') : undefined
  } catch {
    return undefined
  }
}
