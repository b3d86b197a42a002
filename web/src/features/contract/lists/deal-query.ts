import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { BINDING_STATES } from '@/api/deal/contract-states'
import { keys } from '@/api/keys'
import { CONTRACT_COLUMNS, type Contract } from '@/features/contract/queries'

/** The newest binding contract between two parties; null if there is none. */
export function dealBetweenQuery(partyId: string, partnerId: string) {
  return queryOptions({
    queryKey: keys.contracts.between(partyId, partnerId),
    queryFn: ({ signal }): Promise<Contract | null> =>
      request((client) =>
        client
          .from('contracts')
          .select(CONTRACT_COLUMNS)
          .or(
            `and(company_id.eq.${partyId},professional_id.eq.${partnerId}),and(company_id.eq.${partnerId},professional_id.eq.${partyId})`,
          )
          .in('status', BINDING_STATES)
          .not('disputes.entries.offer', 'is', null)
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

/** The newest open proposal between two parties, sent by either. */
export function openProposalQuery(partyId: string, partnerId: string) {
  return queryOptions({
    queryKey: keys.proposals.between(partyId, partnerId),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('proposals')
          .select(
            'id, professional_id, value_cents, project:projects!project_id!inner(id, number, title, company_id)',
          )
          .eq('status', 'pending')
          .in('professional_id', [partyId, partnerId])
          .in('project.company_id', [partyId, partnerId])
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}
