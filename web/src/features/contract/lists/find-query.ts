import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { searchQuery, tagNumber } from '@/lib/text/search'

type Side = Pick<Row<'profiles'>, 'id' | 'name'>

export type FoundContract = Pick<Row<'contracts'>, 'id' | 'number' | 'scope'> & {
  project: Pick<Row<'projects'>, 'id' | 'title'>
  /** Null for a party who may no longer be seen. */
  company: Side | null
  professional: Side | null
}

/**
 * A party's contracts by their number, `CTR-0006` in any spelling, by the text or number (`PRJ-0007`) of
 * their projects, or by the name of the other side; the newest first.
 */
export function findContractsQuery(partyId: string, text: string, limit: number) {
  const tag = tagNumber(text)
  const words = searchQuery(text) ?? ''
  return queryOptions({
    queryKey: keys.contracts.found(partyId, words, limit),
    queryFn: ({ signal }) =>
      request((client) => {
        const search = { config: 'automacao' }
        const request = client
          .from('contracts')
          .select(
            'id, number, scope, project:projects!project_id!inner(id, title), company:profiles!company_id(id, name), professional:profiles!professional_id(id, name), meant:projects!project_id(), buyer:profiles!company_id(), supplier:profiles!professional_id()',
          )
        // Matches the name of the other side only: the own name would match every contract.
        const wanted =
          tag?.prefix === 'ctr'
            ? request.eq('number', tag.number)
            : request
                .textSearch('meant.search', words, search)
                .textSearch('buyer.name', words, search)
                .neq('buyer.id', partyId)
                .textSearch('supplier.name', words, search)
                .neq('supplier.id', partyId)
                .or('meant.not.is.null,buyer.not.is.null,supplier.not.is.null')
        return wanted
          .or(`company_id.eq.${partyId},professional_id.eq.${partyId}`)
          .order('created_at', { ascending: false })
          .limit(limit)
          .abortSignal(signal)
      }),
    enabled: words !== '',
  })
}
