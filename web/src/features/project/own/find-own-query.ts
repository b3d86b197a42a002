import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import { searchQuery } from '@/lib/text/search'

/** A company's own projects that are no longer open, by what they say or by number; the newest first. */
export function findOwnProjectsQuery(partyId: string, text: string, limit: number) {
  const words = searchQuery(text) ?? ''
  return queryOptions({
    queryKey: keys.projects.foundOwn(partyId, words),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('projects')
          .select('id, number, title, status')
          .eq('company_id', partyId)
          .neq('status', 'open')
          .textSearch('search', words, { config: 'automacao' })
          .order('created_at', { ascending: false })
          .limit(limit)
          .abortSignal(signal),
      ),
  })
}
