/** How long a socket that was cut off waits before it tries again, in milliseconds: the client's own steps. */
const STEPS_MS = [1000, 2000, 5000, 10_000]

/**
 * The wait before a try, half to half again as long by chance: when the server
 * starts anew its thousand visitors must not all come in the same moment.
 */
export function backOffMs(tries: number, chance: () => number = Math.random): number {
  const step = STEPS_MS[Math.min(Math.max(tries, 1), STEPS_MS.length) - 1] ?? 10_000
  return Math.round(step * (0.5 + chance()))
}
