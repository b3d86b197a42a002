import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { countedPages } from '@/api/request/counted-pages'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { savePdf } from '@/api/request/save-file'

const COLUMNS =
  'id, contract_id, milestone_id, milestone_status, status, opened_by, reason, value_cents, professional_percent, answer_due_at, decided_percent, decided_at, appeal_until, company_accepted_at, professional_accepted_at, outcome_percent, ended_at, created_at'
const ABOUT =
  'milestone:milestones!milestone_id(id, position, title, status), contract:contracts!contract_id(id, number, status, company_id, professional_id, company:profiles!company_id(id, name, contact_id), professional:profiles!professional_id(id, name, contact_id), project:projects!project_id(id, title))'
const ENTRIES =
  'entries:dispute_entries!dispute_id(id, number, kind, side, author_name, content, professional_percent, offer, evidence, same_administrator, created_at)'

export type DisputeStatus = Row<'disputes'>['status']
export type Side = Row<'disputes'>['opened_by']

type Party = Pick<Row<'profiles'>, 'id' | 'name' | 'contact_id'>

export type DisputeSummary = Pick<
  Row<'disputes'>,
  | 'id'
  | 'contract_id'
  | 'milestone_id'
  | 'milestone_status'
  | 'status'
  | 'opened_by'
  | 'reason'
  | 'value_cents'
  | 'professional_percent'
  | 'answer_due_at'
  | 'decided_percent'
  | 'decided_at'
  | 'appeal_until'
  | 'company_accepted_at'
  | 'professional_accepted_at'
  | 'outcome_percent'
  | 'ended_at'
  | 'created_at'
> & {
  milestone: Pick<Row<'milestones'>, 'id' | 'position' | 'title' | 'status'> | null
  contract:
    | (Pick<Row<'contracts'>, 'id' | 'number' | 'status' | 'company_id' | 'professional_id'> & {
        company: Party | null
        professional: Party | null
        project: Pick<Row<'projects'>, 'id' | 'title'> | null
      })
    | null
}

export type Entry = Pick<
  Row<'dispute_entries'>,
  | 'id'
  | 'number'
  | 'kind'
  | 'side'
  | 'author_name'
  | 'content'
  | 'professional_percent'
  | 'offer'
  | 'evidence'
  | 'same_administrator'
  | 'created_at'
>

export type Dispute = DisputeSummary & { entries: Entry[] }

/** A dispute with all its entries; null for people who are not involved. */
export function disputeQuery(id: string) {
  return queryOptions({
    queryKey: keys.disputes.one(id),
    queryFn: ({ signal }): Promise<Dispute | null> =>
      request((client) =>
        client
          .from('disputes')
          .select(`${COLUMNS}, ${ABOUT}, ${ENTRIES}`)
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

/** Downloads a dispute's full record as PDF. */
export async function printDispute(disputeId: string): Promise<void> {
  savePdf(await request((client) => client.rpc('print_dispute_document', { dispute_id: disputeId })))
}

const OF_CONTRACT_MAX = 100

/** The disputes over a contract's milestones, the newest first. */
export function contractDisputesQuery(contractId: string) {
  return queryOptions({
    queryKey: keys.disputes.ofContract(contractId),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('disputes')
          .select('id, milestone_id, status, answer_due_at, opened_by')
          .eq('contract_id', contractId)
          .order('created_at', { ascending: false })
          .limit(OF_CONTRACT_MAX)
          .abortSignal(signal),
      ),
  })
}

const PAGE_SIZE = 25

/** What the administrators' list shows: what waits for them, what the sides still settle, what is over. */
export const QUEUES = {
  decidir: ['mediation', 'appealed'],
  andamento: ['open', 'negotiating', 'decided'],
  encerradas: ['decided_finally', 'settled', 'conceded', 'withdrawn'],
} as const satisfies Record<string, readonly DisputeStatus[]>

export type Queue = keyof typeof QUEUES

/** Disputes by age: the oldest first, of what is over the newest. */
export function disputeQueueQuery(queue: Queue) {
  return countedPages(keys.disputes.queue(queue), PAGE_SIZE, (client) => {
    const ascending = queue !== 'encerradas'
    return client
      .from('disputes')
      .select(`${COLUMNS}, ${ABOUT}`, { count: 'estimated' })
      .in('status', [...QUEUES[queue]])
      .order('created_at', { ascending })
      .order('id', { ascending })
  })
}
