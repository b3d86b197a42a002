/** Whether an avatar is drawn as a company or as a person: the members of a company are persons. */
export function kindOf(
  profile: { role: string; is_party?: boolean } | null | undefined,
): 'person' | 'company' {
  return profile?.role === 'company' && profile.is_party !== false ? 'company' : 'person'
}
