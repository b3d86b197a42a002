import { paths, type AuthTab } from '@/lib/paths'

/** What somebody was about to do when he was asked who he is: where, and as which side. */
type LoginRedirect = { from: string; role?: 'company' | 'professional' | undefined }

/** What a Link or navigate needs to ask who it is first: `<Link {...loginLink({ from, role })}>`. */
export function loginLink(intent: LoginRedirect, tab?: AuthTab): { to: string; state: LoginRedirect } {
  return { to: paths.auth(tab), state: intent }
}

/** The intent in the state of an address; undefined for whatever leads elsewhere than into our own pages. */
export function readLoginRedirect(state: unknown): LoginRedirect | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const from: unknown = Reflect.get(state, 'from')
  const role: unknown = Reflect.get(state, 'role')
  if (!isOwnPath(from)) return undefined
  if (role === 'company' || role === 'professional') return { from, role }
  // Only a company publishes.
  return { from, role: from.startsWith(paths.publishProject()) ? 'company' : undefined }
}

/** Whether an address stays here however a browser reads it: no //host, no scheme, no hidden tab. */
export function isOwnPath(address: unknown): address is string {
  if (typeof address !== 'string' || !address.startsWith('/') || address.includes('\\')) return false
  // URL.parse would say the same without an error, but not in browsers of 2023.
  if (!URL.canParse(address, 'http://own.invalid')) return false
  const { origin, pathname } = new URL(address, 'http://own.invalid')
  return origin === 'http://own.invalid' && !address.startsWith('//') && !pathname.startsWith('//')
}

const KEY = 'automacao-intencao'
const STORED_FOR_MS = 24 * 60 * 60 * 1000

/** For who comes back by a link in a mail, which opens a page of its own. */
export function storeLoginRedirect(intent: LoginRedirect | undefined): void {
  try {
    if (intent === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify({ ...intent, at: Date.now() }))
  } catch {
    // Without storage he begins at his dashboard.
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
