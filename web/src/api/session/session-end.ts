import type { ApiError } from '@/api/errors'

type Listener = (reason: ApiError) => void

const listeners = new Set<Listener>()

/** Any call that learns that the server ended the session says so here. */
export function reportSessionEnd(reason: ApiError): void {
  listeners.forEach((listener) => listener(reason))
}

export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
