/** Says yes once in a while and never at first. Times are in milliseconds. */
export function throttle(every: number, now: () => number = Date.now): () => boolean {
  let last = now()
  return () => {
    if (now() - last < every) return false
    last = now()
    return true
  }
}
