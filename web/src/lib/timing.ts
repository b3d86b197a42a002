import { useEffect, useState, useDeferredValue } from 'react'

/** The steps of the client's socket before it reconnects, in milliseconds. */
const STEPS_MS = [1000, 2000, 5000, 10_000]

/**
 * The delay before a retry, between half and one and a half times the step, at random: after a restart
 * of the server a thousand visitors must not reconnect at once.
 */
export function backOffMs(tries: number, chance: () => number = Math.random): number {
  const step = STEPS_MS[Math.min(Math.max(tries, 1), STEPS_MS.length) - 1] ?? 10_000
  return Math.round(step * (0.5 + chance()))
}

type Outcome<Result> = { onSuccess: (result: Result) => void; onError: (error: unknown) => void }

/**
 * Reports the outcome of a mutation even if the component that started it has unmounted: a realtime
 * event may remove its button before the answer arrives.
 */
export function reportOutcome<Result>(work: Promise<Result>, outcome: Outcome<Result>): void {
  work.then(outcome.onSuccess, outcome.onError)
}

const PAUSE_MS = 250

/** A text, debounced: it changes when the person pauses typing. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (settled === text) return
    const timer = window.setTimeout(() => setSettled(text), PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [settled, text])
  return text === '' ? '' : settled
}

/**
 * Whether something was ever known: a refetch does not remove what is on the screen. Its first render is
 * deferred, so that the browser stays responsive.
 */
export function useOnceKnown(isKnown: boolean): boolean {
  const [wasKnown, setWasKnown] = useState(isKnown)
  if (isKnown && !wasKnown) setWasKnown(true)
  return useDeferredValue(wasKnown)
}

/**
 * Returns a function that is true at most once per interval, and not during the first. Times are in
 * milliseconds.
 */
export function throttle(every: number, now: () => number = Date.now): () => boolean {
  let last = now()
  return () => {
    if (now() - last < every) return false
    last = now()
    return true
  }
}
