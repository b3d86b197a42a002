import { ask } from '@/api/request/request'
import type { Data } from '@/api/client'
import { toApiError } from '@/api/errors'

const KEY_HEADER = 'Idempotency-Key'

/** How long to wait before each further try; the server may still be busy with the one before. */
const PAUSES_MS = [400, 1200]

type Answer = { data: unknown; error: unknown }
type Keyable<Result> = { setHeader: (name: string, value: string) => PromiseLike<Result> }

/**
 * Like ask, for what changes something: the call goes out under a key of its
 * own, so that it is sent again when its answer was lost, and done once.
 * A new click is a new key. Only who is signed in has keys.
 */
export async function act<Result extends Answer>(request: (data: Data) => Keyable<Result>) {
  const key = newKey()
  const send = () => ask<Result>((data) => request(data).setHeader(KEY_HEADER, key))
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

// Drawn by hand: randomUUID is missing where a page came without TLS.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Whether the call may have been done, or still be under way, without our knowing. */
function isUndecided(error: unknown): boolean {
  const { code, status } = toApiError(error)
  return code === 'idempotency_in_flight' || status === 0 || status >= 502
}
