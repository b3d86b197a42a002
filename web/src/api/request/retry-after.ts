import { ApiError } from '@/api/errors'

const WAIT = /^retry_after_s=(\d+)$/

/** How a refusal for now writes after how many seconds the same would be accepted. */
export function retryAfterDetails(seconds: string | null): string | undefined {
  const details = `retry_after_s=${seconds ?? ''}`
  return WAIT.test(details) ? details : undefined
}

/** After how many seconds what was refused would be accepted, where the server says so. */
export function retryAfterSeconds(error: unknown): number | undefined {
  const seconds = error instanceof ApiError ? WAIT.exec(error.details ?? '')?.[1] : undefined
  return seconds === undefined ? undefined : Number.parseInt(seconds, 10)
}
