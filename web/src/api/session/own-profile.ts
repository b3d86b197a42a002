import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import { partiesOf, type Acting } from '@/api/session/party'
import type { OwnProfile } from '@/api/session/profile'

/** The signed-in person and every party they act for: their own first, then in the order of joining. */
export type Own = { profile: OwnProfile; parties: readonly Acting[] }

const SHOWN =
  'id, role, status, name, avatar_url, avatar_seed, banner_url, headline, title, location, skills, is_party, contact_id'

export function ownProfileQuery(userId: string) {
  return queryOptions({
    queryKey: keys.ownProfile(userId),
    queryFn: ({ signal }) => fetchOwn(userId, signal),
    staleTime: Infinity, // Realtime and the profile form keep it current.
  })
}

async function fetchOwn(userId: string, signal: AbortSignal): Promise<Own | null> {
  const row = await request((data) =>
    data
      .from('profiles')
      .select(
        `${SHOWN}, memberships!person_id(role, created_at, organisation:organisations!organisation_id(id, role, legal_name, party:profiles!organisations_id_fkey(${SHOWN})))`,
      )
      .eq('id', userId)
      .order('created_at', { referencedTable: 'memberships' })
      .abortSignal(signal)
      .maybeSingle(),
  )
  if (row === null) return null
  const { memberships, ...profile } = row
  return { profile, parties: partiesOf(profile, memberships) }
}
