import { requestClient } from '@/api/request/request'

/** Ends the sessions of all other devices; this one stays. */
export async function endOtherSessions(): Promise<null> {
  await requestClient(async (client) => {
    const { error } = await client.auth.signOut({ scope: 'others' })
    return { data: null, error }
  })
  return null
}
