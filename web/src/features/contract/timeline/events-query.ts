import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'

export type ContractEvent = Pick<
  Row<'contract_events'>,
  'id' | 'action' | 'to_status' | 'milestone_id' | 'actor_id' | 'party_id' | 'reason' | 'created_at'
> & { actor: { name: string } | null; milestone: { position: number; title: string } | null }

const PAGE_SIZE = 30

/** The events of a contract and its milestones, the newest first, in pages. */
export function contractEventsQuery(contractId: string) {
  return infiniteQueryOptions({
    queryKey: keys.contracts.events(contractId),
    queryFn: ({ pageParam, signal }): Promise<ContractEvent[]> =>
      request((client) =>
        client
          .from('contract_events')
          .select(
            'id, action, to_status, milestone_id, actor_id, party_id, reason, created_at, actor:profiles!actor_id(name), milestone:milestones!milestone_id(position, title)',
          )
          .eq('contract_id', contractId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .range(pageParam, pageParam + PAGE_SIZE - 1)
          .abortSignal(signal),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, offset) => (last.length === PAGE_SIZE ? offset + PAGE_SIZE : undefined),
  })
}

/** The event of a milestone that repeats an event of the contract. */
const SAID_BY: Partial<Record<ContractEvent['action'], ContractEvent['action']>> = {
  deliver_contract: 'deliver_milestone',
  request_adjustments: 'request_adjustments',
  complete_contract: 'approve_milestone',
  accept_by_silence: 'accept_by_silence',
}

/** Both are written in one transaction, the contract's after the milestone's. */
const APART_MS = 5_000

/**
 * Every event once: the contract's is dropped where a milestone's repeats it. Older contracts have only
 * their own.
 */
export function toldOnce(events: readonly ContractEvent[]): ContractEvent[] {
  return events.filter((event) => {
    const cause = event.milestone_id === null ? SAID_BY[event.action] : undefined
    return cause === undefined || !events.some((one) => isCause(one, cause, event))
  })
}

function isCause(one: ContractEvent, action: ContractEvent['action'], event: ContractEvent): boolean {
  const apart = Date.parse(event.created_at) - Date.parse(one.created_at)
  const isSame = one.action === action && one.milestone_id !== null && one.actor_id === event.actor_id
  return isSame && apart >= 0 && apart < APART_MS
}
