import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { learnSentences } from '@/api/errors'
import { after, invalidate, keys } from '@/api/keys'
import { ORGANISATION_MEMBERS_MAX } from '@/api/limits'
import type { Row } from '@/api/tables'
import type { MemberRole } from '@/api/rights'
import type { FirmValues } from '@/features/organisation/schema'

/** Those that ran out stay to be seen; of many, the newest. */
const INVITATIONS_SHOWN_MAX = 100

export type Member = Pick<Row<'memberships'>, 'person_id' | 'role' | 'created_at'> & {
  /** Null for somebody who may no longer be seen. */
  person:
    | (Pick<Row<'profiles'>, 'id' | 'name' | 'title' | 'avatar_url' | 'avatar_seed'> & {
        /** Null unless it is one's own. */
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

/** Invitations nobody answered, the newest first; those that ran out too. Only for who manages. */
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

/** An invitation as its sender gets it; `mailed` when a letter is on its way. */
export type Invited = { id: string; email: string; expires_at: string; link: string; mailed: boolean }

/** Asks somebody to join; asking again takes the earlier link back. The link is told this once. */
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

/** Whom a step is about, and who takes it: his own rights may follow from it. */
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

/** The open notices to owners of an organisation. Only for who manages. */
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

/** Gives another owner notice: to leave, or with a role to have that one. */
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

/** Changes places with a colleague: he becomes owner, oneself what he was. */
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

/** One that is over comes with the sentence for it, as a refusal would. */
async function viewInvitation(token: string, signal: AbortSignal) {
  const invitation = await request((client) => client.rpc('view_invitation', { token }).abortSignal(signal))
  if (!invitation.is_open) await learnSentences()
  return invitation
}

/** What an invitation says to whoever holds its link, signed in or not. */
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

/** What the law knows of an organisation; null for who works alone. */
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
