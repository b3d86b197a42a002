import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** A text as it was when one last paused in typing: what is asked for with it is asked once a word. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (settled === text) return
    const timer = window.setTimeout(() => setSettled(text), PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [settled, text])
  return text === '' ? '' : settled
}
