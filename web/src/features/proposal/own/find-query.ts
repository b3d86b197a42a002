import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import { searchQuery } from '@/lib/text/search'

/** A professional's own proposals by what their projects say or by their numbers; the newest first. */
export function findProposalsQuery(partyId: string, text: string, limit: number) {
  const words = searchQuery(text) ?? ''
  return queryOptions({
    queryKey: keys.proposals.found(partyId, words),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('proposals')
          .select('id, status, project:projects!project_id!inner(id, title)')
          .eq('professional_id', partyId)
          .textSearch('project.search', words, { config: 'automacao' })
          .order('created_at', { ascending: false })
          .limit(limit)
          .abortSignal(signal),
      ),
  })
}
