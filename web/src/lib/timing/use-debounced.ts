import { useEffect, useState } from 'react'

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
