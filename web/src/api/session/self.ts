import type { Person } from '@/api/session/session'

/** What a person is called and looks like by himself, whomever he acts for. */
export type Self = {
  name: string
  avatar_url: string | null
  avatar_seed: string | null
  /** The organisation that he founded and left: it kept the profile that was his. */
  left: string | null
}

/** Whoever left what he founded is no more than his address: name and picture stayed with the organisation. */
export function selfOf({ session, profile, parties }: Person): Self {
  const { name, avatar_url, avatar_seed } = profile
  const isAnothers =
    profile.is_party && profile.contact_id !== null && parties.every(({ party }) => party.id !== profile.id)
  if (!isAnothers) return { name, avatar_url, avatar_seed, left: null }
  return { name: session.user.email ?? '', avatar_url: null, avatar_seed: null, left: name }
}
