import { queryOptions, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { keys } from '@/api/keys'
import { countedPages } from '@/api/request/counted-pages'
import { request, requestCounted } from '@/api/request/request'
import type { Row } from '@/api/tables'
import type { Negotiated } from '@/features/proposal/terms/terms'
import type { ProposalStatus } from '@/features/proposal/text'
import { searchQuery } from '@/lib/text/search'

const PAGE_SIZE = 20

const OWN =
  'id, value_cents, cover_letter, status, decline_reason, invites_new, project_revision, created_at, decided_at, terms, travel_cents, milestones, deadline_days, valid_until, assumptions, exclusions, offers:proposal_terms!proposal_id(number, value_cents, travel_cents, milestones, deadline_days, valid_until, assumptions, exclusions, note, created_at), project:projects!project_id(id, number, title, category, status, revision, budget_min_cents, budget_max_cents, state, scope_clarity, scope_model:scope->>model, company:profiles!company_id(id, name, contact_id))'

/** A professional's own proposals, newest first; an empty status is all but the withdrawn. */
export function ownProposalsQuery(professionalId: string, status: ProposalStatus | '') {
  return countedPages(keys.proposals.ownList(professionalId, status), PAGE_SIZE, (client) => {
    let request = client
      .from('proposals')
      .select(OWN, { count: 'estimated' })
      .eq('professional_id', professionalId)
      .eq('offers.state', 'offered')
    request = status === '' ? request.neq('status', 'withdrawn') : request.eq('status', status)
    return request.order('created_at', { ascending: false }).order('id', { ascending: false })
  })
}

export type OwnProposal = Pick<
  Row<'proposals'>,
  | 'id'
  | 'value_cents'
  | 'cover_letter'
  | 'status'
  | 'decline_reason'
  | 'invites_new'
  | 'project_revision'
  | 'created_at'
  | 'decided_at'
> &
  Negotiated & {
    project: Pick<
      Row<'projects'>,
      'category' | 'revision' | 'budget_min_cents' | 'budget_max_cents' | 'state' | 'scope_clarity'
    > & {
      scope_model: string
      id: string
      number: number
      title: string
      status: Row<'projects'>['status']
      /** Null for a confidential project. */
      company: { id: string; name: string; contact_id: string | null } | null
    }
  }

/** How many proposals of each state a professional sent, by state; '' is all but the withdrawn. */
export function ownProposalCountsQuery(professionalId: string, statuses: readonly (ProposalStatus | '')[]) {
  return queryOptions({
    queryKey: keys.proposals.ownCounts(professionalId),
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        statuses.map(async (status) => [status, await countOwn(professionalId, status, signal)] as const),
      )
      return new Map(counts)
    },
  })
}

async function countOwn(
  professionalId: string,
  status: ProposalStatus | '',
  signal: AbortSignal,
): Promise<number> {
  const { total } = await requestCounted((client) => {
    let request = client
      .from('proposals')
      .select('id', { count: 'estimated' })
      .eq('professional_id', professionalId)
    request = status === '' ? request.neq('status', 'withdrawn') : request.eq('status', status)
    return request.limit(1).abortSignal(signal)
  })
  return total
}

/** The number of proposals that a professional sent, and of their portfolio projects. */
function professionalCountsQuery(professionalId: string) {
  return queryOptions({
    queryKey: keys.proposals.figuresOf(professionalId),
    queryFn: async ({ signal }) => {
      const [profile, portfolio] = await Promise.all([
        request((client) =>
          client
            .from('profiles')
            .select('proposals_sent, profile_views')
            .eq('id', professionalId)
            .abortSignal(signal)
            .single(),
        ),
        requestCounted((client) =>
          client
            .from('portfolio_projects')
            .select('id', { count: 'estimated' })
            .eq('profile_id', professionalId)
            .limit(1)
            .abortSignal(signal),
        ),
      ])
      return { ...profile, portfolio_projects: portfolio.total }
    },
  })
}

/** Starts to load a professional's counts before they are shown. */
export function usePrefetchProfessionalCounts(professionalId: string): void {
  usePrefetchQuery(professionalCountsQuery(professionalId))
}

/** How many proposals a professional sent and how many projects their portfolio has. */
export function useProfessionalCounts(professionalId: string) {
  return useQuery(professionalCountsQuery(professionalId)).data
}

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
