import type { Session } from '@supabase/supabase-js'
import { forgetStoredSession, getClient, getPassingClient, readStoredSession } from '@/api/client'
import { isServerDown, untilServerIsUp } from '@/api/device/connectivity'
import { toApiError } from '@/api/errors'
import { requestClient } from '@/api/request/request'
import { backOffMs } from '@/lib/timing'

type Failure = { error: unknown }

/**
 * Ends the session of this device at once, with or without a connection. Resolves to whether the server
 * was told; if not, it is told when it is back, as long as the page stays open.
 */
export async function endSession(): Promise<boolean> {
  const session = readStoredSession()
  const isAway = isServerDown() || !navigator.onLine
  // Offline, the client would wait in order to renew the token that it signs out with.
  if (isAway) forgetStoredSession()
  const client = await getClient()
  const leaving = client.auth.signOut({ scope: 'local' })
  if (!isAway && isTold(await leaving)) return true
  if (session !== undefined) void tellWhenBack(session)
  return false
}

async function tellWhenBack(session: Session): Promise<void> {
  for (let tries = 1; ; tries++) {
    await untilServerIsUp()
    if (await tell(session).catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, backOffMs(tries)))
  }
}

/** Uses a separate client, so that this does not sign anybody in. */
async function tell(session: Session): Promise<boolean> {
  const client = await getPassingClient()
  const known = await client.auth.setSession(session)
  // A session that the server refuses to renew has ended.
  if (known.error !== null) return isTold(known)
  return isTold(await client.auth.signOut({ scope: 'local' }))
}

function isTold({ error }: Failure): boolean {
  if (error === null) return true
  const { status } = toApiError(error)
  return status >= 400 && status < 500
}

/** Ends the sessions of all other devices; this one stays. */
export async function endOtherSessions(): Promise<null> {
  await requestClient(async (client) => {
    const { error } = await client.auth.signOut({ scope: 'others' })
    return { data: null, error }
  })
  return null
}
