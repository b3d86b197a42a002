import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { countedPages } from '@/api/counted-pages'
import { keys } from '@/api/keys'
import { REVIEW_DAYS } from '@/api/limits'
import type { Row } from '@/api/tables'

const COLUMNS =
  'id, number, project_id, status, value_cents, company_id, professional_id, company_reviewed, professional_reviewed, started_at, delivered_by, delivered_at, acceptance_due_at, adjustments_count, completed_by, completed_at, end_reason, ended_at, termination_by, termination_reason, termination_lapses_at, project_revision, scope, created_at'

const PEOPLE =
  'project:projects(id, title), company:profiles!company_id(id, name, status, removed_at), professional:profiles!professional_id(id, name, status, removed_at)'

export type Contract = Pick<
  Row<'contracts'>,
  | 'id'
  | 'number'
  | 'project_id'
  | 'status'
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
  | 'project_revision'
  | 'scope'
  | 'created_at'
> & {
  project: { id: string; title: string } | null
  /** Null for somebody who may no longer be seen. */
  company: Side | null
  professional: Side | null
}

type Side = Pick<Row<'profiles'>, 'id' | 'name' | 'status' | 'removed_at'>

const DAY_MS = 24 * 60 * 60 * 1000

/** What a contract is looked for by: a project has had several, a proposal led to one. */
export type ContractOf = { project_id: string } | { proposal_id: string }

/** The newest contract of a project, or that of a proposal, for its two sides; null before there is one. */
export function contractQuery(of: ContractOf) {
  const [column, id] = 'project_id' in of ? ['project_id', of.project_id] : ['proposal_id', of.proposal_id]
  return queryOptions({
    queryKey: keys.contracts.of(id),
    queryFn: ({ signal }): Promise<Contract | null> =>
      ask((client) =>
        client
          .from('contracts')
          .select(`${COLUMNS}, ${PEOPLE}`)
          .eq(column, id)
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

const PAGE_SIZE = 20

/** A member's completed contracts of the last weeks that he has not reviewed, the newest first. */
export function unreviewedContractsQuery(memberId: string) {
  return countedPages(keys.contracts.unreviewed(memberId), PAGE_SIZE, (client) =>
    client
      .from('contracts')
      .select(`${COLUMNS}, ${PEOPLE}`, { count: 'exact' })
      .eq('status', 'completed')
      .or(
        `and(company_id.eq.${memberId},company_reviewed.is.false),and(professional_id.eq.${memberId},professional_reviewed.is.false)`,
      )
      .gt('completed_at', new Date(Date.now() - REVIEW_DAYS * DAY_MS).toISOString())
      .order('completed_at', { ascending: false })
      .order('id', { ascending: false }),
  )
}

/** Whether a side still may review, and until when. */
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
