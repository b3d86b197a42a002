import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'

export type ContractEvent = Pick<
  Row<'contract_events'>,
  'id' | 'action' | 'to_status' | 'party_id' | 'reason' | 'created_at'
> & { actor: { name: string } | null; milestone: { position: number; title: string } | null }

const EVENTS_MAX = 200

/** What happened to a contract and its milestones, the newest first. */
export function contractEventsQuery(contractId: string) {
  return queryOptions({
    queryKey: keys.contracts.events(contractId),
    queryFn: ({ signal }): Promise<ContractEvent[]> =>
      ask((client) =>
        client
          .from('contract_events')
          .select(
            'id, action, to_status, party_id, reason, created_at, actor:profiles!actor_id(name), milestone:milestones(position, title)',
          )
          .eq('contract_id', contractId)
          .order('created_at', { ascending: false })
          .limit(EVENTS_MAX)
          .abortSignal(signal),
      ),
  })
}
