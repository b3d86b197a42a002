import type { Session } from '@supabase/supabase-js'
import { getClient, getPassingClient } from '@/api/client'
import { toApiError } from '@/api/errors'
import { lacksSecondFactor } from '@/api/session/second-factor'
import type { InviteeValues, LoginValues, RegisterValues } from '@/features/account/schema'
import { paths } from '@/lib/paths'

/** Whether the password was enough, or the account also needs a second factor. */
export async function signIn({ email, password }: LoginValues): Promise<'whole' | 'halfway'> {
  const client = await getClient()
  const { data, error } = await client.auth.signInWithPassword({ email: email.trim(), password })
  if (error) throw toApiError(error, error.status)
  return lacksSecondFactor(data.session) ? 'halfway' : 'whole'
}

/** Proves the second factor by the code of an app, or by one of the recovery codes. */
export async function proveFactor(proof: { factorId: string; code: string }): Promise<void> {
  const client = await getClient()
  const { error } = await client.auth.mfa.challengeAndVerify(proof)
  if (error) throw toApiError(error, error.status)
}

/** Proves the second factor by a passkey of the account, which the browser selects. */
export async function proveByPasskey(factorId: string): Promise<void> {
  const client = await getClient()
  const { error } = await client.auth.mfa.webauthn.authenticate({ factorId })
  if (error) throw toApiError(error)
}

/** Signs in by passkey, without address and password; it counts as both factors. */
export async function signInWithPasskey(): Promise<void> {
  const client = await getClient()
  const { error } = await client.auth.signInWithPasskey()
  if (error) throw toApiError(error)
}

/** The answer is the same whether the address is known or not. */
export async function requestRecovery(email: string): Promise<void> {
  const client = await getPassingClient()
  const { error } = await client.auth.resetPasswordForEmail(email, {
    redirectTo: `${window.location.origin}${paths.auth()}`,
  })
  if (error) throw toApiError(error, error.status)
}

/** For sessions opened by a mail; any other session has to prove the old password. */
export async function setPassword(password: string): Promise<void> {
  const client = await getClient()
  const { error } = await client.auth.updateUser({ password })
  if (error) throw toApiError(error, error.status)
}

/** The next step of a registration: none when the server opened a session, otherwise a confirmation by mail. */
export type Opened = { enter: (() => Promise<void>) | undefined }

/** Creates account and profile together; `enter` signs in, as soon as the page is ready for it. */
export async function register({ role, document, skills, ...person }: RegisterValues): Promise<Opened> {
  return signUp(person, { role, document, skills: role === 'professional' ? skills : [] })
}

/** The same for a person invited to a team: they join it at once and give no data of a party. */
export async function registerInvited(values: InviteeValues, invitation: string): Promise<Opened> {
  return signUp(values, { invitation })
}

/** Sends the confirmation once more; the server counts how often. */
export async function resendConfirmation(email: string): Promise<void> {
  const client = await getPassingClient()
  const { error } = await client.auth.resend({
    type: 'signup',
    email: email.trim(),
    options: { emailRedirectTo: `${window.location.origin}${paths.auth()}` },
  })
  if (error) throw toApiError(error, error.status)
}

async function signUp({ name, email, password, terms }: InviteeValues, stated: object): Promise<Opened> {
  const client = await getPassingClient()
  const { data, error } = await client.auth.signUp({
    email: email.trim(),
    password,
    options: {
      data: { ...stated, name, terms },
      emailRedirectTo: `${window.location.origin}${paths.auth()}`,
    },
  })
  if (error) throw toApiError(error, error.status)
  const { session } = data
  return { enter: session === null ? undefined : () => enter(session) }
}

async function enter(session: Session): Promise<void> {
  const client = await getClient()
  const { error } = await client.auth.setSession(session)
  if (error) throw toApiError(error, error.status)
}

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
