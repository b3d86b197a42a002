import { useDeferredValue, useState } from 'react'

/**
 * Whether something has been known, from the first time on: what is asked for again does not take away
 * what is drawn. What waits for it is drawn in pieces, between which the browser answers.
 */
export function useOnceKnown(isKnown: boolean): boolean {
  const [wasKnown, setWasKnown] = useState(isKnown)
  if (isKnown && !wasKnown) setWasKnown(true)
  return useDeferredValue(wasKnown)
}
