import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'

export const ROLES = ['admin', 'professional', 'company'] as const
export type Role = (typeof ROLES)[number]

/** The signed-in person as the shell shows them. */
export type OwnProfile = Pick<
  Row<'profiles'>,
  | 'id'
  | 'status'
  | 'name'
  | 'avatar_url'
  | 'avatar_seed'
  | 'banner_url'
  | 'headline'
  | 'title'
  | 'location'
  | 'skills'
> & { role: Role }

export function isRole(value: string): value is Role {
  return ROLES.some((role) => role === value)
}

export function ownProfileQuery(userId: string) {
  return queryOptions({
    queryKey: keys.ownProfile(userId),
    queryFn: ({ signal }) => fetchOwnProfile(userId, signal),
    staleTime: Infinity, // Realtime and the profile form keep it current.
  })
}

async function fetchOwnProfile(userId: string, signal: AbortSignal): Promise<OwnProfile | null> {
  const row = await ask((data) =>
    data
      .from('profiles')
      .select(
        'id, role, status, name, avatar_url, avatar_seed, banner_url, headline, title, location, skills',
      )
      .eq('id', userId)
      .abortSignal(signal)
      .maybeSingle(),
  )
  return row !== null && isRole(row.role) ? { ...row, role: row.role } : null
}
