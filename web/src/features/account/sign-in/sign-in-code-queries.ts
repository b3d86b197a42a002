import { getClient, getPassingClient } from '@/api/client'
import { toApiError } from '@/api/errors'
import { paths } from '@/lib/paths'

/** E-mails a code and a link to the account of an address; the answer is the same without an account. */
export async function sendSignInCode(email: string): Promise<void> {
  const client = await getPassingClient()
  const { error } = await client.auth.signInWithOtp({
    email: email.trim(),
    options: { shouldCreateUser: false, emailRedirectTo: `${window.location.origin}${paths.auth()}` },
  })
  if (error) throw toApiError(error, error.status)
}

/** Signs in with an e-mailed code. */
export async function signInWithCode({ email, code }: { email: string; code: string }): Promise<void> {
  const client = await getClient()
  const { error } = await client.auth.verifyOtp({ email: email.trim(), token: code, type: 'email' })
  if (error) throw toApiError(error, error.status)
}
