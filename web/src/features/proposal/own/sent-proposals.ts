import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import { PROPOSALS_PARTY_MAX } from '@/api/limits'
import type { Row } from '@/api/tables'
import type { ProposalStatus } from '@/features/proposal/text'

export type SentProposal = Pick<
  Row<'proposals'>,
  'id' | 'value_cents' | 'status' | 'decline_reason' | 'invites_new' | 'project_revision' | 'created_at'
>

/** Everything a professional sent to a project, the newest first. */
export function sentProposalsQuery(projectId: string, professionalId: string) {
  return queryOptions({
    queryKey: keys.proposals.own(projectId, professionalId),
    queryFn: ({ signal }): Promise<SentProposal[]> =>
      request((client) =>
        client
          .from('proposals')
          .select('id, value_cents, status, decline_reason, invites_new, project_revision, created_at')
          .eq('project_id', projectId)
          .eq('professional_id', professionalId)
          .order('created_at', { ascending: false })
          .limit(PROPOSALS_PARTY_MAX)
          .abortSignal(signal),
      ),
  })
}

/** Whether a proposal came to nothing; then another may follow. */
export function isOver(status: ProposalStatus): boolean {
  return COURSE[status] === 'over'
}

/** Whether it still waits for an answer. */
export function isStanding(status: ProposalStatus): boolean {
  return COURSE[status] === 'standing'
}

const COURSE: Readonly<Record<ProposalStatus, 'standing' | 'hired' | 'over'>> = {
  pending: 'standing',
  waiting: 'standing',
  accepted: 'hired',
  declined: 'over',
  withdrawn: 'over',
  expired: 'over',
  ended: 'over',
}

/** Which one the next would be; none while one stands, or after the last. */
export function nextNumber(sent: readonly Pick<SentProposal, 'status'>[]): number | undefined {
  return sent.every(({ status }) => isOver(status)) && sent.length < PROPOSALS_PARTY_MAX
    ? sent.length + 1
    : undefined
}

/** Whether a proposal still stands and answers something that the project no longer says. */
export function isOutdated(
  { status, project_revision }: Pick<SentProposal, 'status' | 'project_revision'>,
  project: { revision: number },
): boolean {
  return isStanding(status) && project_revision < project.revision
}
