import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { BOUNDS } from '@/api/limits'
import { request } from '@/api/request/request'
import { requestOnce } from '@/api/request/request-once'
import type { Insert, Row } from '@/api/tables'

export type SavedSearch = Pick<
  Row<'saved_searches'>,
  'id' | 'kind' | 'name' | 'query' | 'frequency' | 'last_sent_at' | 'created_at'
>

/** More than a person may save. */
const LISTED_MAX = 100

/** The person's saved searches, newest first. */
export function savedSearchesQuery(personId: string) {
  return queryOptions({
    queryKey: keys.searches.of(personId),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('saved_searches')
          .select('id, kind, name, query, frequency, last_sent_at, created_at')
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(LISTED_MAX)
          .abortSignal(signal),
      ),
  })
}

/** What is done with a saved search. */
export const CHANGES = {
  save: (saved: Insert<'saved_searches'>) =>
    requestOnce((client) => client.from('saved_searches').insert(saved)),
  pace: ({ id, frequency }: { id: string; frequency: Frequency }) =>
    requestOnce((client) => client.from('saved_searches').update({ frequency }).eq('id', id)),
  rename: ({ id, name }: { id: string; name: string }) =>
    requestOnce((client) => client.from('saved_searches').update({ name }).eq('id', id)),
  remove: (id: string) => requestOnce((client) => client.from('saved_searches').delete().eq('id', id)),
} as const

export type Frequency = SavedSearch['frequency']

export const NAME_MAX = BOUNDS.saved_searches.name

/** A change as a mutation: the saved searches are asked for again. */
export function changing<About, Result>(queryClient: QueryClient, change: (about: About) => Promise<Result>) {
  return {
    mutationFn: change,
    onSuccess: () => invalidate(queryClient, after.savedSearchChange),
  }
}
