import type { Session } from '@supabase/supabase-js'
import { getClient, getPassingClient } from '@/api/client'
import { toApiError } from '@/api/errors'
import { lacksSecondFactor } from '@/api/session/second-factor'
import type { InviteeValues, LoginValues, RegisterValues } from '@/features/account/schema'
import { paths } from '@/lib/paths'

/** Whether the password was enough, or the account asks for its second factor too. */
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

/** Proves the second factor by any passkey of the account: the browser knows which is at hand. */
export async function proveByPasskey(factorId: string): Promise<void> {
  const client = await getClient()
  const { error } = await client.auth.mfa.webauthn.authenticate({ factorId })
  if (error) throw toApiError(error)
}

/** Signs in without address and password: the passkey says whose it is, and is both factors. */
export async function signInWithPasskey(): Promise<void> {
  const client = await getClient()
  const { error } = await client.auth.signInWithPasskey()
  if (error) throw toApiError(error)
}

/** Answers alike whether the address is known or not. */
export async function requestRecovery(email: string): Promise<void> {
  const client = await getPassingClient()
  const { error } = await client.auth.resetPasswordForEmail(email, {
    redirectTo: `${window.location.origin}${paths.auth()}`,
  })
  if (error) throw toApiError(error, error.status)
}

/** For a session that came from a mail; any other has to prove the old password. */
export async function setPassword(password: string): Promise<void> {
  const client = await getClient()
  const { error } = await client.auth.updateUser({ password })
  if (error) throw toApiError(error, error.status)
}

/** What a registration leaves to do: nothing, where the server opens the session with it; else a mail confirms it. */
export type Opened = { enter: (() => Promise<void>) | undefined }

/** Creates account and profile together; `enter` signs in, as soon as the page is ready for it. */
export async function register({ role, document, skills, ...person }: RegisterValues): Promise<Opened> {
  return signUp(person, { role, document, skills: role === 'professional' ? skills : [] })
}

/** The same for who was invited to a team: he belongs to it at once, and states nothing of his own. */
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
