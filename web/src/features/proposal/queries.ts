import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { countedPages } from '@/api/counted-pages'
import { after, invalidate, keys } from '@/api/keys'
import type { Insert, Row } from '@/api/tables'
import type { ProposalStatus } from '@/features/proposal/text'

export type ProjectProposal = Pick<
  Row<'proposals'>,
  | 'id'
  | 'value_cents'
  | 'cover_letter'
  | 'status'
  | 'decline_reason'
  | 'decline_cause'
  | 'invites_new'
  | 'project_revision'
  | 'decided_at'
  | 'created_at'
> & {
  /** Null for someone who may no longer be seen. */
  professional: Pick<
    Row<'profiles'>,
    | 'id'
    | 'name'
    | 'status'
    | 'removed_at'
    | 'title'
    | 'headline'
    | 'location'
    | 'rating'
    | 'contracts_completed'
    | 'counterparts'
    | 'experience'
    | 'skills'
    | 'avatar_url'
    | 'avatar_seed'
    | 'contact_id'
  > | null
}

function fetchProjectProposals(projectId: string, signal: AbortSignal): Promise<ProjectProposal[]> {
  return ask((client) =>
    client
      .from('proposals')
      .select(
        'id, value_cents, cover_letter, status, decline_reason, decline_cause, invites_new, project_revision, decided_at, created_at, professional:profiles!professional_id(id, name, status, removed_at, title, headline, location, rating, contracts_completed, counterparts, experience, skills, avatar_url, avatar_seed, contact_id)',
      )
      .eq('project_id', projectId)
      .order('created_at', { ascending: false })
      .limit(500)
      .abortSignal(signal),
  )
}

/** The proposals for a project that the caller may see, newest first. */
export function projectProposalsQuery(projectId: string) {
  return queryOptions({
    queryKey: keys.proposals.ofProject(projectId),
    queryFn: ({ signal }) => fetchProjectProposals(projectId, signal),
  })
}

/** Accepted first, then as asked; withdrawn ones last. */
export function sorted(proposals: readonly ProjectProposal[], order: string): ProjectProposal[] {
  const rank = ({ status }: ProjectProposal) => (status === 'accepted' ? 0 : status === 'withdrawn' ? 2 : 1)
  const compare = (a: ProjectProposal, b: ProjectProposal) => {
    if (order === 'valor') return a.value_cents - b.value_cents
    if (order === 'avaliacao') return (b.professional?.rating ?? 0) - (a.professional?.rating ?? 0)
    return 0
  }
  return proposals.toSorted((a, b) => rank(a) - rank(b) || compare(a, b))
}

export function sendProposal(queryClient: QueryClient) {
  return {
    mutationFn: (proposal: Insert<'proposals'>) => ask((client) => client.from('proposals').insert(proposal)),
    onSuccess: () => void invalidate(queryClient, after.proposalSending),
  }
}

const PAGE_SIZE = 20

const OWN =
  'id, value_cents, cover_letter, status, decline_reason, invites_new, project_revision, created_at, decided_at, project:projects(id, number, title, status, revision, budget_min_cents, budget_max_cents, company:profiles!company_id(id, name, contact_id))'

/** A professional's own proposals, newest first; an empty status is all of them. */
export function ownProposalsQuery(professionalId: string, status: ProposalStatus | '') {
  return countedPages(keys.proposals.ownList(professionalId, status), PAGE_SIZE, (client) => {
    let request = client
      .from('proposals')
      .select(OWN, { count: 'exact' })
      .eq('professional_id', professionalId)
    if (status !== '') request = request.eq('status', status)
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
> & {
  project: Pick<Row<'projects'>, 'revision' | 'budget_min_cents' | 'budget_max_cents'> & {
    id: string
    number: number
    title: string
    status: Row<'projects'>['status']
    /** Null for a confidential project. */
    company: { id: string; name: string; contact_id: string | null } | null
  }
}

const STATUSES_MAX = 1000

/** How many of a professional's latest proposals are in each state. */
export function ownProposalCountsQuery(professionalId: string) {
  return queryOptions({
    queryKey: keys.proposals.ownCounts(professionalId),
    queryFn: async ({ signal }) => {
      const rows = await ask((client) =>
        client
          .from('proposals')
          .select('status')
          .eq('professional_id', professionalId)
          .order('created_at', { ascending: false })
          .limit(STATUSES_MAX)
          .abortSignal(signal),
      )
      return rows.map((row) => row.status)
    },
    select: (statuses) => (wanted: string) =>
      wanted === '' ? statuses.length : statuses.filter((status) => status === wanted).length,
  })
}

/** How many proposals a professional sent and portfolio projects he has. */
export function professionalCountsQuery(professionalId: string) {
  return queryOptions({
    queryKey: keys.proposals.figuresOf(professionalId),
    queryFn: ({ signal }) =>
      ask((client) =>
        client
          .from('profiles')
          .select('proposals_sent, profile_views, portfolio_projects(id)')
          .eq('id', professionalId)
          .abortSignal(signal)
          .single(),
      ),
  })
}
