import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { ApiError, learnSentences } from '@/api/errors'
import { isServerDown, retryingFetch, untilServerIsUp, watchConnectivity } from '@/api/device/connectivity'
import type { Database } from '@/api/schema'
import { preloadedResponse } from '@/api/request/preloaded'
import { backOffMs } from '@/lib/timing'

export type Client = SupabaseClient<Database>

export type TestAccount = { role: string; label: string; email: string; password: string }

/** The data part of the client: tables and functions. Every page needs it. */
export type Data = Pick<PostgrestClient<Database>, 'from' | 'rpc'>

/** What the server tells the page about itself at /config.json. */
export type Config = {
  url: string
  anonKey: string
  demo: boolean
  /** Whether the server delivers mail. */
  mail: boolean
  /** The one origin that may use passkeys; empty where passkeys are off. */
  passkeyOrigin: string
  passwordMin: number
  /** The public e-mail address of the operator. */
  contact: string
  /** Who runs this market, and who is responsible for personal data in it. */
  operator: string
  officer: string
  /** How new contracts are paid: directly between the sides, or through an institution. */
  settlement: 'direct' | 'guarantee'
  /** The fee of a held payment, in hundredths of a percent. */
  feeBasisPoints: number
  /** The institution that holds the money; null where nobody does. */
  institution: string | null
  /** The public key with which this server signs push notifications. */
  pushKey: string
  testAccounts: TestAccount[]
}

let config: Promise<Config> | undefined
let client: Promise<Client> | undefined
let existing: Client | undefined
let publicData: Promise<Data> | undefined
const watchers = new Set<(client: Client) => void>()

/** Loaded once per page; after a failure the next caller tries again. */
export function getConfig(): Promise<Config> {
  config ??= fetchConfig().catch((error: unknown) => {
    config = undefined
    throw error
  })
  return config
}

/**
 * The one client of the page. It has the library's defaults, except for a random back-off. It is loaded
 * on first use, so visitors who only read never download it.
 */
export function getClient(): Promise<Client> {
  client ??= createClient().catch((error: unknown) => {
    client = undefined
    throw error
  })
  return client
}

/**
 * The client for rows. Before anybody signs in it is the data part alone, a tenth of the whole client,
 * so public pages stay light.
 */
export function getData(): Promise<Data> {
  if (client !== undefined || mayHaveSession()) return getClient()
  publicData ??= createPublicData().catch((error: unknown) => {
    publicData = undefined
    throw error
  })
  return publicData
}

// The client stores its session as sb-<host>-auth-token.
export function isSessionKey(key: string): boolean {
  return key.startsWith('sb-') && key.endsWith('-auth-token')
}

/** Whether the address contains a session, as the link of an e-mail does. */
export function arrivesInAddress(): boolean {
  const { hash, search } = window.location
  return /[#&](access_token|error_code)=/.test(hash) || new URLSearchParams(search).has('code')
}

/** Whether a session is stored on this device or contained in the address. */
export function mayHaveSession(): boolean {
  if (arrivesInAddress()) return true
  try {
    return Object.keys(localStorage).some(isSessionKey)
  } catch {
    return false
  }
}

/** The stored session, read without the client. The client renews or ends it. */
export function readStoredSession(): Session | undefined {
  try {
    const key = Object.keys(localStorage).find(isSessionKey)
    const stored: unknown = JSON.parse((key && localStorage.getItem(key)) ?? 'null')
    return isSession(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Removes the session from this device without telling the server. */
export function forgetStoredSession(): void {
  try {
    Object.keys(localStorage)
      .filter(isSessionKey)
      .forEach((key) => localStorage.removeItem(key))
  } catch {
    // Without storage there is no session.
  }
}

function isSession(value: unknown): value is Session {
  return (
    isRecord(value) &&
    typeof value.access_token === 'string' &&
    typeof value.refresh_token === 'string' &&
    isRecord(value.user) &&
    typeof value.user.id === 'string'
  )
}

/** Calls back as soon as the client exists; returns a function that stops waiting. */
export function watchClient(watcher: (client: Client) => void): () => void {
  watchers.add(watcher)
  if (existing !== undefined) watcher(existing)
  return () => watchers.delete(watcher)
}

/** The client once its socket has the session: a channel that joins sooner joins as an anonymous visitor. */
export async function getAuthorizedClient(): Promise<Client> {
  const authorized = await getClient()
  await authorized.realtime.setAuth()
  return authorized
}

/** A client that stores no session, for registering without signing in. */
export async function getPassingClient(): Promise<Client> {
  const [supabase, { url, anonKey }] = await loadWhole()
  return supabase.createClient<Database>(url, anonKey, {
    global: { fetch: retryingFetch },
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: 'passing',
    },
  })
}

/** Calls through the whole client may be refused, so the sentences of refusals are loaded first. */
function loadWhole() {
  return Promise.all([import('@supabase/supabase-js'), getConfig(), learnSentences()])
}

async function createClient(): Promise<Client> {
  const [supabase, { url, anonKey }] = await loadWhole()
  const created = supabase.createClient<Database>(url, anonKey, {
    global: { fetch: (input, init) => memberFetch(anonKey, input, init) },
    db: { retry: false },
    realtime: { reconnectAfterMs: (tries) => backOffMs(tries) },
  })
  // When the server is back, the socket reconnects without waiting for its own back-off.
  watchConnectivity(() => {
    if (!isServerDown() && created.realtime.getChannels().length > 0) created.realtime.connect()
  })
  existing = created
  watchers.forEach((watcher) => watcher(created))
  return created
}

/**
 * While the server is down, a token is not renewed: the client gives up for a minute after one failure,
 * so the renewal waits. A request that the client would then send as a visitor is rejected: a member
 * would get an empty market and no profile.
 */
async function memberFetch(anonKey: string, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const address = input instanceof Request ? input.url : String(input)
  if (address.includes('/auth/v1/token?grant_type=refresh_token')) await untilServerIsUp()
  const isVisitor = new Headers(init?.headers).get('Authorization') === `Bearer ${anonKey}`
  if (isVisitor && !address.includes('/auth/v1/') && readStoredSession() !== undefined)
    throw new TypeError('The session waits to be renewed.')
  return retryingFetch(input, init)
}

async function createPublicData(): Promise<Data> {
  const [{ PostgrestClient }, { url, anonKey }] = await Promise.all([
    import('@supabase/postgrest-js'),
    getConfig(),
  ])
  const headers = { apikey: anonKey, Authorization: `Bearer ${anonKey}` }
  return new PostgrestClient<Database>(`${url}/rest/v1`, { headers, fetch: visitorFetch, retry: false })
}

/** Answers that the document contains are not requested again. */
async function visitorFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return preloadedResponse(input, init) ?? retryingFetch(input, init)
}

/** The server writes the settings into the document; the development server does not. */
async function fetchConfig(): Promise<Config> {
  const written = document.getElementById('config')?.textContent
  if (written) return readConfig(JSON.parse(written))
  const response = await retryingFetch('/config.json').catch((cause: unknown) => {
    throw new ApiError('offline', 0, { cause })
  })
  if (!response.ok) throw new ApiError('unavailable', response.status)
  return readConfig(await response.json())
}

function readConfig(body: unknown): Config {
  const fields = isRecord(body) ? body : {}
  const { url, anonKey, demo, mail, passwordMin, contact, operator, officer, testAccounts } = fields
  const { settlement, feePercent, institution, pushKey, passkeyOrigin } = fields
  if (typeof anonKey !== 'string') throw new ApiError('unexpected_failure', 500)
  return {
    url:
      typeof url === 'string' && url !== ''
        ? new URL(url, window.location.origin).origin
        : window.location.origin,
    anonKey,
    demo: demo === true,
    mail: mail === true,
    passkeyOrigin: typeof passkeyOrigin === 'string' ? passkeyOrigin : '',
    passwordMin: typeof passwordMin === 'number' ? passwordMin : 6,
    contact: typeof contact === 'string' ? contact : '',
    operator: typeof operator === 'string' ? operator : '',
    officer: typeof officer === 'string' ? officer : '',
    settlement: settlement === 'guarantee' ? 'guarantee' : 'direct',
    feeBasisPoints: typeof feePercent === 'number' ? Math.round(feePercent * 100) : 0,
    institution: typeof institution === 'string' ? institution : null,
    pushKey: typeof pushKey === 'string' ? pushKey : '',
    testAccounts: Array.isArray(testAccounts) ? testAccounts.filter(isTestAccount) : [],
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isTestAccount(value: unknown): value is TestAccount {
  return (
    isRecord(value) &&
    ['role', 'label', 'email', 'password'].every((field) => typeof value[field] === 'string')
  )
}
