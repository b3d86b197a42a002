import type { Person } from '@/api/session/session'

/** The name and picture of a person, independent of the party they act for. */
export type Self = {
  name: string
  avatar_url: string | null
  avatar_seed: string | null
  /** The organisation that the person founded and left: it kept the profile that was theirs. */
  left: string | null
}

/** A founder who left keeps only their address: name and picture stayed with the organisation. */
export function selfOf({ session, profile, parties }: Person): Self {
  const { name, avatar_url, avatar_seed } = profile
  const isAnothers =
    profile.is_party && profile.contact_id !== null && parties.every(({ party }) => party.id !== profile.id)
  if (!isAnothers) return { name, avatar_url, avatar_seed, left: null }
  return { name: session.user.email ?? '', avatar_url: null, avatar_seed: null, left: name }
}
