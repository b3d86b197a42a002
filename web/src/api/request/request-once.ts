import { request } from '@/api/request/request'
import type { Data } from '@/api/client'
import { toApiError } from '@/api/errors'

const KEY_HEADER = 'Idempotency-Key'

/** The pauses before each retry; the server may still be executing the previous try. */
const PAUSES_MS = [400, 1200]

type Answer = { data: unknown; error: unknown }
type Keyable<Result> = { setHeader: (name: string, value: string) => PromiseLike<Result> }

/**
 * Runs one call that changes something, under an idempotency key: when its answer is lost it is
 * sent again, and the server executes it once. Each call has a key of its own. The server takes
 * keys from signed-in users only; visitors use `request`.
 */
export async function requestOnce<Result extends Answer>(call: (data: Data) => Keyable<Result>) {
  const key = newKey()
  const send = () => request<Result>((data) => call(data).setHeader(KEY_HEADER, key))
  for (const pause of PAUSES_MS) {
    try {
      return await send()
    } catch (error) {
      if (!isUndecided(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return send()
}

// crypto.randomUUID is missing on pages served without TLS.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Whether the server may have executed the call, or may still be executing it. */
function isUndecided(error: unknown): boolean {
  const { code, status } = toApiError(error)
  return code === 'idempotency_in_flight' || status === 0 || status >= 502
}
