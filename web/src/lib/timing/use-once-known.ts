import { useDeferredValue, useState } from 'react'

/**
 * Whether something was ever known: a refetch does not remove what is on the screen. Its first render is
 * deferred, so that the browser stays responsive.
 */
export function useOnceKnown(isKnown: boolean): boolean {
  const [wasKnown, setWasKnown] = useState(isKnown)
  if (isKnown && !wasKnown) setWasKnown(true)
  return useDeferredValue(wasKnown)
}
