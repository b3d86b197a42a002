import { learnSentences } from '@/api/errors'
import { backOffMs } from '@/lib/timing/back-off'

/** Where the server says whether it can work, whatever the page asks of it otherwise. */
const PROBE_PATH = '/ready'
const PROBE_LIMIT_MS = 1500
/** How long an answer may take before the server is asked whether it is there at all. */
const DOUBT_MS = 3000
/** A read is given up after this even where the server is there: it cuts its own off sooner. */
const READ_LIMIT_MS = 20_000
/** The pauses before a read is sent again; past the bound it is not. */
const PAUSES_MS = [400, 1200]
const RETRY_WITHIN_MS = 3000

let isDown = false
let probing: Promise<void> | undefined
let wake: () => void = () => undefined
const watchers = new Set<() => void>()

/** Whether the server could not be reached the last time it was asked. */
export function isServerDown(): boolean {
  return isDown
}

/** Calls back whenever the server goes or comes back; returns the way to stop. */
export function watchConnectivity(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Resolves when the server is there, as far as is known. */
export function untilServerIsUp(): Promise<void> {
  if (!isDown) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = watchConnectivity(() => {
      stop()
      resolve()
    })
  })
}

/** Asks at once whether the server is back, whoever waits for it. */
export function probeNow(): void {
  wake()
}

/**
 * The fetch of every call: the one layer that tries again. A read without an answer is repeated
 * within seconds, and given up as soon as the server is known to be away; a write goes out once.
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

/** Ends a read that the caller no longer wants, that takes too long, or that nobody is there to answer. */
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
    // The body is still the caller's to end.
    if (end.signal.aborted) wanted?.removeEventListener('abort', stop)
  }
}

/**
 * The same for what does not come to a fetch at all: the client waits half a minute for a new
 * token before it asks anything. Rejects when the server is away.
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

/** Something did not work: is it the server? Asked until it answers. */
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

/** Whether the server is there now. */
export async function isServerReady(): Promise<boolean> {
  try {
    const limit = AbortSignal.timeout(PROBE_LIMIT_MS)
    const response = await fetch(PROBE_PATH, { cache: 'no-store', signal: limit })
    // Without room to write, or without its files, it still answers whoever reads.
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

/** Follows what the browser says of its own line. Returns the way to stop. */
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
