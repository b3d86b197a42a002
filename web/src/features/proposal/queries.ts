import type { QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Insert, Row } from '@/api/tables'
import type { Negotiated } from '@/features/proposal/terms/terms'
import { keysOf } from '@/lib/keys-of'

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
> &
  Negotiated & {
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

const PAGE_SIZE = 20

/** What a company reads of a proposal. */
export const FOR_COMPANY =
  'id, value_cents, cover_letter, status, decline_reason, decline_cause, invites_new, project_revision, decided_at, created_at, terms, travel_cents, milestones, deadline_days, valid_until, assumptions, exclusions, offers:proposal_terms!proposal_id(number, value_cents, travel_cents, milestones, deadline_days, valid_until, assumptions, exclusions, note, created_at), professional:profiles!professional_id(id, name, status, removed_at, title, headline, location, rating, contracts_completed, counterparts, experience, skills, avatar_url, avatar_seed, contact_id)'

/** What was chosen, what else stands or was decided, and what its professionals took back. */
export type Part = 'accepted' | 'others' | 'withdrawn'

const PARTS: Readonly<Record<ProjectProposal['status'], Part>> = {
  accepted: 'accepted',
  pending: 'others',
  waiting: 'others',
  declined: 'others',
  ended: 'others',
  withdrawn: 'withdrawn',
  expired: 'others',
}

type Wanted = {
  part: Part
  /** '' is the newest first. */
  order: string
}

/** A part of the proposals for a project that the caller may see, a page at a time. */
export function projectProposalsQuery(projectId: string, wanted: Wanted) {
  const { part, order } = wanted
  return countedPages(keys.proposals.ofProject(projectId, wanted), PAGE_SIZE, (client) => {
    let request = client
      .from('proposals')
      .select(FOR_COMPANY, { count: 'estimated' })
      .eq('project_id', projectId)
      .eq('offers.state', 'offered')
      .in(
        'status',
        keysOf(PARTS).filter((status) => PARTS[status] === part),
      )
    if (order === 'valor') request = request.order('value_cents')
    if (order === 'avaliacao')
      request = request.order('professional(rating)', { ascending: false, nullsFirst: false })
    return request.order('created_at', { ascending: false }).order('id', { ascending: false })
  })
}

export function sendProposal(queryClient: QueryClient) {
  return {
    mutationFn: (proposal: Insert<'proposals'>) =>
      requestOnce((client) => client.from('proposals').insert(proposal)),
    onSuccess: () => void invalidate(queryClient, after.proposalSending),
  }
}
