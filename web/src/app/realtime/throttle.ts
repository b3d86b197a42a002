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
