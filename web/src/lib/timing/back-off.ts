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
