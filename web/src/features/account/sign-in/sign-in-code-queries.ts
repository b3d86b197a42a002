import { getClient, getPassingClient } from '@/api/client'
import { toApiError } from '@/api/errors'
import { paths } from '@/lib/paths'

/** Mails a code, and a link, to whoever has an account with the address; answers alike if nobody has. */
export async function sendSignInCode(email: string): Promise<void> {
  const client = await getPassingClient()
  const { error } = await client.auth.signInWithOtp({
    email: email.trim(),
    options: { shouldCreateUser: false, emailRedirectTo: `${window.location.origin}${paths.auth()}` },
  })
  if (error) throw toApiError(error, error.status)
}

/** Signs in by the code of such a mail. */
export async function signInWithCode({ email, code }: { email: string; code: string }): Promise<void> {
  const client = await getClient()
  const { error } = await client.auth.verifyOtp({ email: email.trim(), token: code, type: 'email' })
  if (error) throw toApiError(error, error.status)
}
