import { ApiError } from '@/api/errors'

const WAIT = /^retry_after_s=(\d+)$/

/** The details of a refusal that names the seconds to wait. */
export function retryAfterDetails(seconds: string | null): string | undefined {
  const details = `retry_after_s=${seconds ?? ''}`
  return WAIT.test(details) ? details : undefined
}

/** The seconds after which a refused call would be accepted, if the server states them. */
export function retryAfterSeconds(error: unknown): number | undefined {
  const seconds = error instanceof ApiError ? WAIT.exec(error.details ?? '')?.[1] : undefined
  return seconds === undefined ? undefined : Number.parseInt(seconds, 10)
}
