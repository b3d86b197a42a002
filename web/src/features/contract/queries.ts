import { queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { BINDING_STATES } from '@/api/deal/states'
import { keys } from '@/api/keys'
import { REVIEW_DAYS } from '@/api/limits'
import { countedPages } from '@/api/request/counted-pages'
import { request } from '@/api/request/request'
import type { Row } from '@/api/tables'
import { ofCents, sumOf, type Money } from '@/lib/money'

const COLUMNS =
  'id, number, project_id, proposal_id, status, settlement, fee_basis_points, value_cents, company_id, professional_id, company_reviewed, professional_reviewed, started_at, delivered_by, delivered_at, acceptance_due_at, adjustments_count, completed_by, completed_at, end_reason, ended_at, termination_by, termination_reason, termination_lapses_at, termination_settlement, project_revision, scope, terms, created_at'

const PARTS =
  'milestones!contract_id(id, position, kind, title, deliverable, value_cents, due_on, status, held_cents, split_cents, owed_due_on, acceptances_stop_on, delivered_at, delivered_by, delivery_note, review_until, paused_at, waits_for_tac, adjustments_count, approved_by, approved_at, settled_at), withholdings!contract_id(milestone_id, gross_cents, value_cents, status, answer_due_at), proofs:withholding_proofs!contract_id(milestone_id, status, due_at, answer_until), invoices!contract_id(id, milestone_id, status), payments:direct_payments!contract_id(id, milestone_id, value_cents, withheld_cents, paid_on, receipt, end_to_end_id, note, status, declared_at, confirm_due_at, answered_at, reason)'

const OPEN =
  'amendments!contract_id(id, label, author, status, lapses_at), checklists!contract_id(id, milestone_id, kind, version, status, agreed_by_company, agreed_by_professional, company_signed_at, professional_signed_at, items:checklist_items!checklist_id(result, blocking, recorded_side, witnessed_at, witness_due_at)), disputes!contract_id(id, milestone_id, status, opened_by, answer_due_at, appeal_until, company_accepted_at, professional_accepted_at, entries:dispute_entries!dispute_id(side, offer))'

const PEOPLE =
  'project:projects!project_id(id, title), company:profiles!company_id(id, name, role, contact_id, status, removed_at), professional:profiles!professional_id(id, name, role, contact_id, status, removed_at)'

/** Every column that the contract page shows. */
export const CONTRACT_COLUMNS = `${COLUMNS}, ${PARTS}, ${OPEN}, ${PEOPLE}` as const

/** A milestone, with its delivery, acceptance and payment. */
export type Milestone = Pick<
  Row<'milestones'>,
  | 'id'
  | 'position'
  | 'kind'
  | 'title'
  | 'deliverable'
  | 'value_cents'
  | 'due_on'
  | 'status'
  | 'held_cents'
  | 'split_cents'
  | 'owed_due_on'
  | 'acceptances_stop_on'
  | 'delivered_at'
  | 'delivered_by'
  | 'delivery_note'
  | 'review_until'
  | 'paused_at'
  | 'waits_for_tac'
  | 'adjustments_count'
  | 'approved_by'
  | 'approved_at'
  | 'settled_at'
>

/** The company's statement that it paid a milestone, and the professional's answer. */
export type Payment = Pick<
  Row<'direct_payments'>,
  | 'id'
  | 'milestone_id'
  | 'value_cents'
  | 'withheld_cents'
  | 'paid_on'
  | 'receipt'
  | 'end_to_end_id'
  | 'note'
  | 'status'
  | 'declared_at'
  | 'confirm_due_at'
  | 'answered_at'
  | 'reason'
>

export type Contract = Pick<
  Row<'contracts'>,
  | 'id'
  | 'number'
  | 'project_id'
  | 'proposal_id'
  | 'status'
  | 'settlement'
  | 'fee_basis_points'
  | 'value_cents'
  | 'company_id'
  | 'professional_id'
  | 'company_reviewed'
  | 'professional_reviewed'
  | 'started_at'
  | 'delivered_by'
  | 'delivered_at'
  | 'acceptance_due_at'
  | 'adjustments_count'
  | 'completed_by'
  | 'completed_at'
  | 'end_reason'
  | 'ended_at'
  | 'termination_by'
  | 'termination_reason'
  | 'termination_lapses_at'
  | 'termination_settlement'
  | 'project_revision'
  | 'scope'
  | 'terms'
  | 'created_at'
> & {
  project: { id: string; title: string } | null
  /** Null for a party who may no longer be seen. */
  company: Side | null
  professional: Side | null
  milestones: Milestone[]
  payments: Payment[]
  withholdings: Withheld[]
  proofs: Pick<Row<'withholding_proofs'>, 'milestone_id' | 'status' | 'due_at' | 'answer_until'>[]
  invoices: Pick<Row<'invoices'>, 'id' | 'milestone_id' | 'status'>[]
} & Answerable

/** What a side may have to answer besides milestones. */
type Answerable = {
  amendments: Pick<Row<'amendments'>, 'id' | 'label' | 'author' | 'status' | 'lapses_at'>[]
  checklists: (Pick<
    Row<'checklists'>,
    | 'id'
    | 'milestone_id'
    | 'kind'
    | 'version'
    | 'status'
    | 'agreed_by_company'
    | 'agreed_by_professional'
    | 'company_signed_at'
    | 'professional_signed_at'
  > & {
    items: Pick<
      Row<'checklist_items'>,
      'result' | 'blocking' | 'recorded_side' | 'witnessed_at' | 'witness_due_at'
    >[]
  })[]
  disputes: (Pick<
    Row<'disputes'>,
    | 'id'
    | 'milestone_id'
    | 'status'
    | 'opened_by'
    | 'answer_due_at'
    | 'appeal_until'
    | 'company_accepted_at'
    | 'professional_accepted_at'
  > & { entries: Pick<Row<'dispute_entries'>, 'side' | 'offer'>[] })[]
}

/** A tax that is withheld from a milestone. */
type Withheld = Pick<
  Row<'withholdings'>,
  'milestone_id' | 'gross_cents' | 'value_cents' | 'status' | 'answer_due_at'
>

type Side = Pick<Row<'profiles'>, 'id' | 'name' | 'role' | 'contact_id' | 'status' | 'removed_at'>

const DAY_MS = 24 * 60 * 60 * 1000

/** How to find a contract: a project may have had several, a proposal leads to one. */
export type ContractOf = { project_id: string } | { proposal_id: string }

/**
 * The newest contract of a project, or the contract of a proposal, for its two sides; null before there
 * is one.
 */
export function contractQuery(of: ContractOf) {
  const [column, id] = 'project_id' in of ? ['project_id', of.project_id] : ['proposal_id', of.proposal_id]
  return queryOptions({
    queryKey: keys.contracts.of(id),
    queryFn: ({ signal }): Promise<Contract | null> =>
      request((client) =>
        client
          .from('contracts')
          .select(`${COLUMNS}, ${PARTS}, ${OPEN}, ${PEOPLE}`)
          .eq(column, id)
          .not('disputes.entries.offer', 'is', null)
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

/** One contract by its id, for its two sides and administrators; null for anybody else. */
export function contractByIdQuery(id: string) {
  return queryOptions({
    queryKey: keys.contracts.one(id),
    queryFn: ({ signal }): Promise<Contract | null> =>
      request((client) =>
        client
          .from('contracts')
          .select(`${COLUMNS}, ${PARTS}, ${OPEN}, ${PEOPLE}`)
          .eq('id', id)
          .not('disputes.entries.offer', 'is', null)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

const PAGE_SIZE = 20

/** The filter of a list of contracts: by states, or by ids. */
export type ContractFilter = { states: readonly Contract['status'][] } | { ids: readonly string[] }

/** A party's contracts, the newest first. */
export function contractListQuery(partyId: string, filter: ContractFilter) {
  return countedPages(keys.contracts.list(partyId, filter), PAGE_SIZE, (client) => {
    const request = client
      .from('contracts')
      .select(`${COLUMNS}, ${PARTS}, ${OPEN}, ${PEOPLE}`, { count: 'estimated' })
      .or(`company_id.eq.${partyId},professional_id.eq.${partyId}`)
      .not('disputes.entries.offer', 'is', null)
    const wanted = 'ids' in filter ? request.in('id', filter.ids) : request.in('status', filter.states)
    return wanted.order('created_at', { ascending: false }).order('id', { ascending: false })
  })
}

/** A party's contracts under way. */
export function runningContractsQuery(partyId: string) {
  return contractListQuery(partyId, { states: BINDING_STATES })
}

/** Whether the first load of a party's running contracts has neither succeeded nor failed yet. */
export function useAreContractsLoading(partyId: string): boolean {
  return useInfiniteQuery(runningContractsQuery(partyId)).isLoading
}

/** The ids of the contracts that wait for a party. */
export function waitingContractsQuery(partyId: string) {
  return queryOptions({
    queryKey: keys.contracts.waiting(partyId),
    queryFn: ({ signal }) =>
      request((client) => client.rpc('waiting_contracts', { party: partyId }).abortSignal(signal)),
    select: (rows) => rows.map(({ contract_id }) => contract_id),
  })
}

/** A party's recently completed contracts that it has not reviewed, the newest first. */
export function unreviewedContractsQuery(memberId: string) {
  return countedPages(keys.contracts.unreviewed(memberId), PAGE_SIZE, (client) =>
    client
      .from('contracts')
      .select(`${COLUMNS}, ${PARTS}, ${OPEN}, ${PEOPLE}`, { count: 'estimated' })
      .eq('status', 'completed')
      .not('disputes.entries.offer', 'is', null)
      .or(
        `and(company_id.eq.${memberId},company_reviewed.is.false),and(professional_id.eq.${memberId},professional_reviewed.is.false)`,
      )
      .gt('completed_at', new Date(Date.now() - REVIEW_DAYS * DAY_MS).toISOString())
      .order('completed_at', { ascending: false })
      .order('id', { ascending: false }),
  )
}

/** Whether a side may still review, and until when. */
export function reviewDeadline(contract: Contract, memberId: string, now = Date.now()): Date | undefined {
  if (contract.completed_at === null) return undefined
  const hasReviewed =
    memberId === contract.company_id ? contract.company_reviewed : contract.professional_reviewed
  const deadline = new Date(Date.parse(contract.completed_at) + REVIEW_DAYS * DAY_MS)
  return hasReviewed || deadline.getTime() <= now ? undefined : deadline
}

/** The other side of a contract by name. */
export function partnerOf(contract: Contract, memberId: string): string {
  const partner = memberId === contract.company_id ? contract.professional : contract.company
  return partner?.name ?? 'Usuário indisponível'
}

/** A contract's milestones in their order. */
export function milestonesOf({ milestones }: Contract): Milestone[] {
  return milestones.toSorted((one, other) => one.position - other.position)
}

/** The latest payment of a milestone. */
export function lastPayment({ payments }: Contract, milestone: Milestone): Payment | undefined {
  return payments
    .filter(({ milestone_id }) => milestone_id === milestone.id)
    .toSorted((one, other) => other.declared_at.localeCompare(one.declared_at))[0]
}

/** The agreed withholdings of a milestone; of a partial payment, the same part of each. */
export function withheldOf({ withholdings }: Contract, { id, value_cents }: Milestone): Money {
  const agreed = withholdings.filter(({ milestone_id, status }) => milestone_id === id && status === 'agreed')
  return sumOf(
    agreed.map(({ gross_cents, value_cents: tax }) =>
      value_cents >= gross_cents
        ? ofCents(tax)
        : ofCents(Math.floor((2 * tax * value_cents + gross_cents) / (2 * gross_cents))),
    ),
  )
}

/** Whether a blocking item of an agreed checklist is open: until then the milestone cannot be approved. */
export function isBlocked({ checklists }: Contract, { id }: Milestone): boolean {
  return checklists.some(
    ({ milestone_id, status, items }) =>
      milestone_id === id &&
      status !== 'proposed' &&
      items.some(({ blocking, result }) => blocking && (result === 'pending' || result === 'failed')),
  )
}
