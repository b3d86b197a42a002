import { paths, type AuthTab } from '@/lib/paths'

/** Where a visitor goes on after signing in, and which side the registration offers. */
type LoginRedirect = { from: string; role?: 'company' | 'professional' | undefined }

/**
 * The props of a Link, or the arguments of navigate, that lead to the sign-in: `<Link {...loginLink({
 * from, role })}>`.
 */
export function loginLink(intent: LoginRedirect, tab?: AuthTab): { to: string; state: LoginRedirect } {
  return { to: paths.auth(tab), state: intent }
}

/** The redirect in the state of a location; undefined if it leads outside our own pages. */
export function readLoginRedirect(state: unknown): LoginRedirect | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const from: unknown = Reflect.get(state, 'from')
  const role: unknown = Reflect.get(state, 'role')
  if (!isOwnPath(from)) return undefined
  if (role === 'company' || role === 'professional') return { from, role }
  // Only companies publish.
  return { from, role: from.startsWith(paths.publishProject()) ? 'company' : undefined }
}

/** Whether every browser resolves an address to this origin: no //host, no scheme, no hidden tab. */
export function isOwnPath(address: unknown): address is string {
  if (typeof address !== 'string' || !address.startsWith('/') || address.includes('\\')) return false
  // URL.parse would not throw, but browsers of 2023 lack it.
  if (!URL.canParse(address, 'http://own.invalid')) return false
  const { origin, pathname } = new URL(address, 'http://own.invalid')
  return origin === 'http://own.invalid' && !address.startsWith('//') && !pathname.startsWith('//')
}

const KEY = 'automacao-intencao'
const STORED_FOR_MS = 24 * 60 * 60 * 1000

/** Stores the redirect for a person who returns through a link in a mail, which opens a new page. */
export function storeLoginRedirect(intent: LoginRedirect | undefined): void {
  try {
    if (intent === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify({ ...intent, at: Date.now() }))
  } catch {
    // Without storage the person starts at their dashboard.
  }
}

export function storedLoginRedirect(): LoginRedirect | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const at: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'at') : undefined
    return typeof at === 'number' && Date.now() - at < STORED_FOR_MS ? readLoginRedirect(kept) : undefined
  } catch {
    return undefined
  }
}
