import { learnSentences } from '@/api/errors'
import { backOffMs } from '@/lib/timing'

/** The health endpoint of the server. */
const PROBE_PATH = '/ready'
const PROBE_LIMIT_MS = 1500
/** How long a request may take before the server is probed. */
const DOUBT_MS = 3000
/** A read is aborted after this time; the server's own limit is shorter. */
const READ_LIMIT_MS = 20_000
/** The pauses before each retry of a read; there is none after RETRY_WITHIN_MS. */
const PAUSES_MS = [400, 1200]
const RETRY_WITHIN_MS = 3000

let isDown = false
let probing: Promise<void> | undefined
let wake: () => void = () => undefined
const watchers = new Set<() => void>()

/** Whether the last probe failed. */
export function isServerDown(): boolean {
  return isDown
}

/** Calls back when the server goes down or comes back; returns a function that unsubscribes. */
export function watchConnectivity(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Resolves when the server is not known to be down. */
export function untilServerIsUp(): Promise<void> {
  if (!isDown) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = watchConnectivity(() => {
      stop()
      resolve()
    })
  })
}

/** Probes the server now instead of at the next back-off. */
export function probeNow(): void {
  wake()
}

/**
 * The fetch under every request, and the only layer that retries. A read without an answer is retried
 * within seconds, and aborted once the server is known to be down. A write is sent once.
 */
export async function retryingFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const isRead = ['GET', 'HEAD'].includes(init.method ?? 'GET')
  const begun = performance.now()
  for (let tries = 0; ; tries++) {
    const outcome = await attempt(input, init, isRead)
    const isAnswered = outcome instanceof Response && ![502, 503, 504].includes(outcome.status)
    const isWanted = init.signal?.aborted !== true
    const pause = PAUSES_MS[tries]
    const mayRepeat = isRead && isWanted && !isDown && performance.now() - begun < RETRY_WITHIN_MS
    if (isAnswered || !mayRepeat || pause === undefined) {
      if (!isAnswered && isWanted) probeServer()
      if (!(outcome instanceof Response)) throw outcome.failure
      if (!outcome.ok) await learnSentences()
      return outcome
    }
    await wait(pause, init.signal)
  }
}

async function attempt(
  input: RequestInfo | URL,
  init: RequestInit,
  isRead: boolean,
): Promise<Response | { failure: unknown }> {
  const doubting = setTimeout(probeServer, DOUBT_MS)
  try {
    if (!isRead) return await fetch(input, init)
    return await giveUp((signal) => fetch(input, { ...init, signal }), init.signal)
  } catch (failure) {
    return { failure }
  } finally {
    clearTimeout(doubting)
  }
}

/** Aborts a read that the caller cancelled, that takes too long, or whose server is down. */
async function giveUp(
  read: (signal: AbortSignal) => Promise<Response>,
  wanted: AbortSignal | null | undefined,
): Promise<Response> {
  const end = new AbortController()
  const unwatch = watchConnectivity(() => {
    if (isDown) end.abort(new TypeError('The server is away.'))
  })
  const limit_ms = isDown ? DOUBT_MS : READ_LIMIT_MS
  const limit = setTimeout(() => end.abort(new TypeError('No answer in time.')), limit_ms)
  const stop = () => end.abort(wanted?.reason)
  wanted?.addEventListener('abort', stop)
  if (wanted?.aborted === true) stop()
  try {
    return await read(end.signal)
  } finally {
    clearTimeout(limit)
    unwatch()
    // The caller can still abort the body.
    if (end.signal.aborted) wanted?.removeEventListener('abort', stop)
  }
}

/**
 * The same for requests that never reach fetch: the client waits up to half a minute for a new token.
 * Rejects when the server is down.
 */
export function unlessServerDown<Value>(read: PromiseLike<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      if (isDown) reject(new TypeError('The server is away.'))
    }
    const unwatch = watchConnectivity(leave)
    const limit = setTimeout(leave, DOUBT_MS)
    read.then(resolve, reject).then(() => {
      clearTimeout(limit)
      unwatch()
    }, reject)
  })
}

function wait(pause_ms: number | undefined, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, pause_ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'))
    })
  })
}

/** Probes the server after a failure, and repeats until it answers. */
export function probeServer(): void {
  probing ??= probe().finally(() => (probing = undefined))
}

async function probe(): Promise<void> {
  for (let tries = 1; !(await isServerReady()); tries++) {
    change(true)
    await pauseOrWake(backOffMs(tries))
  }
  change(false)
}

/** Whether the server answers now. */
export async function isServerReady(): Promise<boolean> {
  try {
    const limit = AbortSignal.timeout(PROBE_LIMIT_MS)
    const response = await fetch(PROBE_PATH, { cache: 'no-store', signal: limit })
    // A server without disk space or files still answers reads.
    return response.ok || /disk full|files unavailable/.test(await response.text())
  } catch {
    return false
  }
}

function pauseOrWake(pause_ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pause_ms)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

function change(next: boolean): void {
  if (isDown === next) return
  isDown = next
  watchers.forEach((watcher) => watcher())
}

/** Follows the browser's own online and offline events. Returns a function that unsubscribes. */
export function followBrowserConnectivity(): () => void {
  const onChange = () => {
    probeServer()
    wake()
  }
  const onShown = () => document.visibilityState === 'visible' && wake()
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  document.addEventListener('visibilitychange', onShown)
  if (!navigator.onLine) probeServer()
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
    document.removeEventListener('visibilitychange', onShown)
  }
}
