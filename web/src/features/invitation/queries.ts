import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { PROJECT_INVITATIONS_MAX } from '@/api/limits'
import { request } from '@/api/request/request'
import { requestOnce } from '@/api/request/request-once'
import type { Row } from '@/api/tables'
import type { Answer } from '@/features/invitation/text'

/** The most invitations or projects that a list shows. */
const SHOWN_MAX = 50

/** An invitation with whom it invites, and whether nobody answered it in time. */
export type SentInvitation = Pick<
  Row<'invitations_to_propose'>,
  'id' | 'status' | 'note' | 'created_at' | 'expires_at' | 'answered_at'
> & {
  professional: Pick<Row<'profiles'>, 'id' | 'name' | 'title' | 'avatar_url' | 'avatar_seed'> | null
  wasIgnored: boolean
}

/** Whom a company invited to a project, in the order in which it did. */
export function sentInvitationsQuery(projectId: string) {
  return queryOptions({
    queryKey: keys.invitations.ofProject(projectId),
    queryFn: async ({ signal }): Promise<SentInvitation[]> => {
      const rows = await request((client) =>
        client
          .from('invitations_to_propose')
          .select(
            'id, status, note, created_at, expires_at, answered_at, professional:profiles!professional_id(id, name, title, avatar_url, avatar_seed)',
          )
          .eq('project_id', projectId)
          .order('created_at')
          .order('id')
          .limit(PROJECT_INVITATIONS_MAX)
          .abortSignal(signal),
      )
      const now = Date.now()
      return rows.map((row) => ({
        ...row,
        wasIgnored: row.status === 'sent' && Date.parse(row.expires_at) <= now,
      }))
    },
  })
}

/** An invitation with its project, whose company is null if it is confidential. */
export type ReceivedInvitation = Pick<
  Row<'invitations_to_propose'>,
  'id' | 'status' | 'note' | 'created_at' | 'expires_at'
> & {
  project: Pick<Row<'projects'>, 'id' | 'number' | 'title' | 'budget' | 'deadline'> & {
    company: { name: string } | null
  }
}

/** The invitations that a professional can answer, newest first. */
export function receivedInvitationsQuery(partyId: string) {
  return queryOptions({
    queryKey: keys.invitations.received(partyId),
    queryFn: ({ signal }): Promise<ReceivedInvitation[]> =>
      request((client) =>
        client
          .from('invitations_to_propose')
          .select(
            'id, status, note, created_at, expires_at, project:projects!project_id!inner(id, number, title, budget, deadline, company:profiles!company_id(name))',
          )
          .eq('professional_id', partyId)
          .eq('project.status', 'open')
          .neq('status', 'proposed')
          .gt('expires_at', new Date().toISOString())
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(SHOWN_MAX)
          .abortSignal(signal),
      ),
  })
}

/** A company's open projects, each with the professional's invitation to it, if there is one. */
export function invitableProjectsQuery(companyId: string, professionalId: string) {
  return queryOptions({
    queryKey: keys.invitations.choices(companyId, professionalId),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('projects')
          .select(
            'id, number, title, owner:project_owners!project_id!inner(company_id), invited:invitations_to_propose!project_id(id)',
          )
          .eq('owner.company_id', companyId)
          .eq('status', 'open')
          .eq('invited.professional_id', professionalId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(SHOWN_MAX)
          .abortSignal(signal),
      ),
  })
}

/** How a professional answers invitations; empty if there were too few. */
export function responseFiguresQuery(professionalId: string) {
  return queryOptions({
    queryKey: keys.invitations.figures(professionalId),
    queryFn: ({ signal }) =>
      request((client) =>
        client.rpc('response_figures', { professional: professionalId }).abortSignal(signal),
      ),
  })
}

type Invitation = { project_id: string; professional_id: string; note: string }

/** The two steps of people. */
export const STEPS = {
  invite: (invitation: Invitation) => requestOnce((client) => client.rpc('invite_to_propose', invitation)),
  answer: (reply: { invitation_id: string; status: Answer }) =>
    requestOnce((client) => client.rpc('answer_invitation', reply)),
} as const

/** A step as a mutation, which refreshes the invitations. */
export function stepping<About, Result>(queryClient: QueryClient, step: (about: About) => Promise<Result>) {
  return {
    mutationFn: step,
    onSettled: () => void invalidate(queryClient, after.invitationChange),
  }
}
