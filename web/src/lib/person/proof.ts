/** The proof of the account's owner: their password or, if they have none, a code by mail. */
export type Proof = { way: 'password' | 'code'; text: string }

/** What a proof lacks before it is sent. A code may be empty: shortly after signing in none is needed. */
export function missingProof({ way, text }: Proof): string | undefined {
  return way === 'password' && text === '' ? 'Informe sua senha atual.' : undefined
}

/** A proof in the form that the sign-in protocol takes. */
export function givenProof({ way, text }: Proof): { current_password?: string; nonce?: string } {
  const code = text.trim()
  if (way === 'password') return { current_password: text }
  return code === '' ? {} : { nonce: code }
}

const REFUSALS = [
  'current_password_invalid',
  'current_password_required',
  'presence_unproved',
  'reauthentication_needed',
  'reauthentication_not_valid',
  'wrong_password',
]

/** Whether an error code is about the proof. */
export function isAboutProof(code: string): boolean {
  return REFUSALS.includes(code)
}
