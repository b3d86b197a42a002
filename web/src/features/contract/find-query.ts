import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { keys } from '@/api/keys'
import { searchQuery, tagNumber } from '@/lib/search'

/**
 * A party's contracts by number, `CTR-0006` however it is written, or by what
 * their projects say, their numbers (`PRJ-0007`) included; the newest first.
 */
export function findContractsQuery(partyId: string, text: string, limit: number) {
  const tag = tagNumber(text)
  const words = searchQuery(text) ?? ''
  return queryOptions({
    queryKey: keys.contracts.found(partyId, words, limit),
    queryFn: ({ signal }) =>
      ask((client) => {
        const request = client
          .from('contracts')
          .select('id, number, scope, project:projects!inner(id, title)')
          .or(`company_id.eq.${partyId},professional_id.eq.${partyId}`)
        const wanted =
          tag?.prefix === 'ctr'
            ? request.eq('number', tag.number)
            : request.textSearch('project.search', words, { config: 'automacao' })
        return wanted.order('created_at', { ascending: false }).limit(limit).abortSignal(signal)
      }),
    enabled: words !== '',
  })
}
