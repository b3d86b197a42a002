import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { PROFILE_TECHNOLOGIES_MAX } from '@/api/limits'
import { request } from '@/api/request/request'
import { requestOnce } from '@/api/request/request-once'
import type { Row } from '@/api/tables'

export type OwnTechnology = Pick<
  Row<'profile_technologies'>,
  'technology' | 'level' | 'years' | 'last_used_year'
>
export type TechnologyLevel = OwnTechnology['level']

export const TECHNOLOGY_LEVELS: readonly TechnologyLevel[] = [
  'Básico',
  'Intermediário',
  'Avançado',
  'Especialista',
]

/** The technologies of a profile that the person edits. */
export function ownTechnologiesQuery(profileId: string) {
  return queryOptions({
    queryKey: keys.profiles.technologies(profileId),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('profile_technologies')
          .select('technology, level, years, last_used_year')
          .eq('profile_id', profileId)
          .order('technology')
          .limit(PROFILE_TECHNOLOGIES_MAX)
          .abortSignal(signal),
      ),
  })
}

export function addTechnology(queryClient: QueryClient, profileId: string) {
  return {
    mutationFn: (row: OwnTechnology) =>
      requestOnce((client) =>
        client
          .from('profile_technologies')
          .upsert({ ...row, profile_id: profileId }, { onConflict: 'profile_id,technology' }),
      ),
    onSettled: () => invalidate(queryClient, [keys.profiles.all]),
  }
}

export function removeTechnology(queryClient: QueryClient, profileId: string) {
  return {
    mutationFn: (technology: string) =>
      requestOnce((client) =>
        client.from('profile_technologies').delete().eq('profile_id', profileId).eq('technology', technology),
      ),
    onSettled: () => invalidate(queryClient, [keys.profiles.all]),
  }
}
