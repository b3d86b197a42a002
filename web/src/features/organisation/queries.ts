import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { learnSentences } from '@/api/errors'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { ORGANISATION_MEMBERS_MAX } from '@/api/limits'
import type { Row } from '@/api/tables'
import type { MemberRole } from '@/api/rights'
import type { FirmValues } from '@/features/organisation/schema'

/** Expired invitations stay visible; of many, only the newest. */
const INVITATIONS_SHOWN_MAX = 100

export type Member = Pick<Row<'memberships'>, 'person_id' | 'role' | 'created_at'> & {
  /** Null for a person whom the reader may no longer see. */
  person:
    | (Pick<Row<'profiles'>, 'id' | 'name' | 'title' | 'avatar_url' | 'avatar_seed'> & {
        /** Null unless it is the reader's own. */
        account: { email: string } | null
      })
    | null
}

/** Who belongs to an organisation, in the order they joined. */
export function membersQuery(organisationId: string) {
  return queryOptions({
    queryKey: keys.organisations.members(organisationId),
    queryFn: ({ signal }): Promise<Member[]> =>
      request((client) =>
        client
          .from('memberships')
          .select(
            'person_id, role, created_at, person:profiles!person_id(id, name, title, avatar_url, avatar_seed, account:accounts!profile_id(email))',
          )
          .eq('organisation_id', organisationId)
          .order('created_at')
          .order('person_id')
          .limit(ORGANISATION_MEMBERS_MAX)
          .abortSignal(signal),
      ),
  })
}

export type Invitation = Pick<Row<'invitations'>, 'id' | 'email' | 'role' | 'created_at' | 'expires_at'>

/** Unanswered invitations, newest first, expired ones included. Only for managers of the team. */
export function invitationsQuery(organisationId: string) {
  return queryOptions({
    queryKey: keys.organisations.invitations(organisationId),
    queryFn: ({ signal }): Promise<Invitation[]> =>
      request((client) =>
        client
          .from('invitations')
          .select('id, email, role, created_at, expires_at')
          .eq('organisation_id', organisationId)
          .eq('status', 'pending')
          .order('created_at', { ascending: false })
          .limit(INVITATIONS_SHOWN_MAX)
          .abortSignal(signal),
      ),
  })
}

export function hasRunOut({ expires_at }: Pick<Invitation, 'expires_at'>, now = Date.now()): boolean {
  return Date.parse(expires_at) <= now
}

/** An invitation as the sender sees it; `mailed` tells whether a mail is on its way. */
export type Invited = { id: string; email: string; expires_at: string; link: string; mailed: boolean }

/** Invites somebody; a second invitation revokes the first link. The link is returned only here. */
export function inviteMember(queryClient: QueryClient, organisationId: string) {
  return {
    mutationFn: ({ email, role }: { email: string; role: string }) =>
      requestOnce((client) => client.rpc('invite_member', { organisation_id: organisationId, email, role })),
    onSuccess: () => void invalidate(queryClient, after.teamNews),
  }
}

export function revokeInvitation(queryClient: QueryClient) {
  return {
    mutationFn: (id: string) =>
      requestOnce((client) => client.rpc('revoke_invitation', { invitation_id: id })),
    onSuccess: () => void invalidate(queryClient, after.teamNews),
  }
}

/** The member whom a step is about, and the person who takes it, whose own rights may change too. */
type Step = { organisationId: string; personId: string; ownId: string }

export function changeRole(queryClient: QueryClient, { organisationId, personId, ownId }: Step) {
  return {
    mutationFn: (role: MemberRole) =>
      requestOnce((client) =>
        client.rpc('change_member_role', { organisation_id: organisationId, person_id: personId, role }),
      ),
    onSuccess: () => void invalidate(queryClient, after.membershipNews(ownId)),
  }
}

export function removeMember(queryClient: QueryClient, { organisationId, personId, ownId }: Step) {
  return {
    mutationFn: () =>
      requestOnce((client) =>
        client.rpc('remove_member', { organisation_id: organisationId, person_id: personId }),
      ),
    onSuccess: () => void invalidate(queryClient, after.membershipNews(ownId)),
  }
}

export type OwnerRemoval = Pick<
  Row<'owner_removals'>,
  'id' | 'person_id' | 'proposed_by' | 'role' | 'status' | 'objection' | 'takes_effect_at'
> & { person: { name: string } | null; proposer: { name: string } | null }

/** The open notices to owners of an organisation. Only for managers of the team. */
export function ownerRemovalsQuery(organisationId: string) {
  return queryOptions({
    queryKey: keys.organisations.ownerRemovals(organisationId),
    queryFn: ({ signal }): Promise<OwnerRemoval[]> =>
      request((client) =>
        client
          .from('owner_removals')
          .select(
            'id, person_id, proposed_by, role, status, objection, takes_effect_at, person:profiles!owner_removals_person_id_fkey(name), proposer:profiles!owner_removals_proposed_by_fkey(name)',
          )
          .eq('organisation_id', organisationId)
          .is('closed_at', null)
          .order('created_at')
          .limit(ORGANISATION_MEMBERS_MAX)
          .abortSignal(signal),
      ),
  })
}

/** Gives another owner notice to leave, or to take the given role. */
export function announceOwnerRemoval(queryClient: QueryClient, { organisationId, personId, ownId }: Step) {
  return {
    mutationFn: (role: MemberRole | undefined) =>
      requestOnce((client) =>
        client.rpc('announce_owner_removal', {
          organisation_id: organisationId,
          person_id: personId,
          ...(role === undefined ? {} : { role }),
        }),
      ),
    onSuccess: () => void invalidate(queryClient, after.membershipNews(ownId)),
  }
}

export function answerOwnerRemoval(queryClient: QueryClient, ownId: string) {
  return {
    mutationFn: (answer: { removal_id: string; agree: boolean; reason?: string }) =>
      requestOnce((client) => client.rpc('answer_owner_removal', answer)),
    onSuccess: () => invalidate(queryClient, after.membershipNews(ownId)),
  }
}

export function withdrawOwnerRemoval(queryClient: QueryClient) {
  return {
    mutationFn: (id: string) =>
      requestOnce((client) => client.rpc('withdraw_owner_removal', { removal_id: id })),
    onSuccess: () => invalidate(queryClient, after.teamNews),
  }
}

/** Swaps roles with a colleague: they become the owner, and the caller takes their role. */
export function transferOwnership(queryClient: QueryClient, { organisationId, personId, ownId }: Step) {
  return {
    mutationFn: () =>
      requestOnce((client) =>
        client.rpc('transfer_ownership', { organisation_id: organisationId, person_id: personId }),
      ),
    onSuccess: () => void invalidate(queryClient, after.membershipNews(ownId)),
  }
}

export function leaveOrganisation(queryClient: QueryClient, organisationId: string, ownId: string) {
  return {
    mutationFn: () =>
      requestOnce((client) => client.rpc('leave_organisation', { organisation_id: organisationId })),
    onSuccess: () => invalidate(queryClient, after.membershipNews(ownId)),
  }
}

export type ShownInvitation = Awaited<ReturnType<typeof viewInvitation>>

/** An invitation that is over carries its sentence, as a refusal does. */
async function viewInvitation(token: string, signal: AbortSignal) {
  const invitation = await request((client) => client.rpc('view_invitation', { token }).abortSignal(signal))
  if (!invitation.is_open) await learnSentences()
  return invitation
}

/** An invitation as the holder of its link sees it, signed in or not. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: keys.organisations.invitation(token),
    queryFn: ({ signal }) => viewInvitation(token, signal),
    retry: false,
  })
}

export function acceptInvitation(queryClient: QueryClient, ownId: string) {
  return {
    mutationFn: (token: string) => requestOnce((client) => client.rpc('accept_invitation', { token })),
    onSuccess: () => invalidate(queryClient, after.membershipNews(ownId)),
  }
}

/** The legal data of an organisation; null for a person who works alone. */
export function firmQuery(partyId: string) {
  return queryOptions({
    queryKey: keys.organisations.firm(partyId),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('organisations')
          .select('kind, legal_name, document, is_simples')
          .eq('id', partyId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

export function registerFirm(queryClient: QueryClient, ownId: string) {
  return {
    mutationFn: (firm: FirmValues) => requestOnce((client) => client.rpc('register_firm', firm)),
    onSuccess: () => invalidate(queryClient, after.membershipNews(ownId)),
  }
}
