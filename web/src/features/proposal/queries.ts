import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import type { Insert, Row } from '@/api/tables'

export type ProjectProposal = Pick<
  Row<'proposals'>,
  'id' | 'value' | 'cover_letter' | 'status' | 'created_at'
> & {
  /** Null for someone who may no longer be seen. */
  professional: Pick<
    Row<'profiles'>,
    'id' | 'name' | 'title' | 'headline' | 'location' | 'rating' | 'skills' | 'avatar_url' | 'avatar_seed'
  > | null
}

function fetchProjectProposals(projectId: string, signal: AbortSignal): Promise<ProjectProposal[]> {
  return ask((client) =>
    client
      .from('proposals')
      .select(
        'id, value, cover_letter, status, created_at, professional:profiles!professional_id(id, name, title, headline, location, rating, skills, avatar_url, avatar_seed)',
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
    queryKey: ['proposals', 'project', projectId],
    queryFn: ({ signal }) => fetchProjectProposals(projectId, signal),
  })
}

/** Whether the project is the caller's own: only its company can see the row. */
export function projectOwnershipQuery(projectId: string, companyId: string) {
  return queryOptions({
    queryKey: ['proposals', 'owner', projectId, companyId],
    queryFn: ({ signal }) =>
      ask((client) =>
        client
          .from('project_owners')
          .select('project:projects(id, number, title)')
          .eq('project_id', projectId)
          .eq('company_id', companyId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

/** A professional's own live proposal for a project; null before there is one. */
export function ownProposalQuery(projectId: string, professionalId: string) {
  return queryOptions({
    queryKey: ['proposals', 'own', projectId, professionalId],
    queryFn: ({ signal }) =>
      ask((client) =>
        client
          .from('proposals')
          .select('id, value, status, created_at')
          .eq('project_id', projectId)
          .eq('professional_id', professionalId)
          .neq('status', 'withdrawn')
          .limit(1)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

export function sendProposal(queryClient: QueryClient) {
  return {
    mutationFn: (proposal: Insert<'proposals'>) => ask((client) => client.from('proposals').insert(proposal)),
    onSuccess: () =>
      Promise.all([
        invalidateProposals(queryClient),
        queryClient.invalidateQueries({ queryKey: ['projects'] }),
      ]),
  }
}

export function invalidateProposals(queryClient: QueryClient) {
  return queryClient.invalidateQueries({ queryKey: ['proposals'] })
}

/** How many proposals a professional sent and portfolio projects he has. */
export function professionalCountsQuery(professionalId: string) {
  return queryOptions({
    queryKey: ['proposals', 'counts', professionalId],
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
