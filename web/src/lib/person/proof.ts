/** What shows that it is the account's owner: his password or, where he has none, a code by mail. */
export type Proof = { way: 'password' | 'code'; text: string }

/** What is missing of a proof before it is sent: who came in a moment ago needs no code. */
export function missingProof({ way, text }: Proof): string | undefined {
  return way === 'password' && text === '' ? 'Informe sua senha atual.' : undefined
}

/** A proof as sign-in takes it. */
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

/** Whether a refusal is about the proof. */
export function isAboutProof(code: string): boolean {
  return REFUSALS.includes(code)
}
