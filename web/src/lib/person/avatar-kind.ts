/** How somebody of the market is drawn: a company that deals is one, whoever works for it a person. */
export function kindOf(
  profile: { role: string; is_party?: boolean } | null | undefined,
): 'person' | 'company' {
  return profile?.role === 'company' && profile.is_party !== false ? 'company' : 'person'
}
