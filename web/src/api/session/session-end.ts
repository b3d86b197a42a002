import type { ApiError } from '@/api/errors'

type Listener = (reason: ApiError) => void

const listeners = new Set<Listener>()

/** Called by any request that learns that the server ended the session. */
export function reportSessionEnd(reason: ApiError): void {
  listeners.forEach((listener) => listener(reason))
}

export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
