import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request, requestClient } from '@/api/request/request'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { endOtherSessions as signOutOthers } from '@/api/session/end-session'
import { passwordFor } from '@/api/session/proof'
import { paths } from '@/lib/paths'
import { givenProof, type Proof } from '@/lib/person/proof'

export type Preferences = Pick<
  Row<'preferences'>,
  'new_messages' | 'new_proposals' | 'new_invitations' | 'newsletter' | 'saved_searches'
>

/** The defaults for people who never chose. */
export const DEFAULTS: Preferences = {
  new_messages: true,
  new_proposals: true,
  new_invitations: true,
  newsletter: false,
  saved_searches: true,
}

export function preferencesQuery(profileId: string) {
  return queryOptions({
    queryKey: keys.settings.preferences(profileId),
    queryFn: async ({ signal }): Promise<Preferences> => {
      const stored = await request((client) =>
        client
          .from('preferences')
          .select('new_messages, new_proposals, new_invitations, newsletter, saved_searches')
          .eq('profile_id', profileId)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return stored ?? DEFAULTS
    },
  })
}

/** An optimistic update, which a refusal reverts. */
export function savePreferences(queryClient: QueryClient, profileId: string) {
  const { queryKey } = preferencesQuery(profileId)
  return {
    mutationFn: (preferences: Preferences) =>
      request((client) => client.from('preferences').upsert({ profile_id: profileId, ...preferences })),
    onMutate: async (preferences: Preferences) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, preferences)
      return { before }
    },
    onError: (_error: unknown, _preferences: Preferences, context?: { before: Preferences | undefined }) => {
      queryClient.setQueryData(queryKey, context?.before)
    },
  }
}

export function privateDataQuery(profileId: string) {
  return queryOptions({
    queryKey: keys.settings.account(profileId),
    queryFn: ({ signal }) =>
      request((client) =>
        client.from('accounts').select('email').eq('profile_id', profileId).abortSignal(signal).single(),
      ),
  })
}

export function sessionsQuery() {
  return queryOptions({
    queryKey: keys.settings.sessions,
    queryFn: ({ signal }) => request((client) => client.rpc('list_sessions', {}).abortSignal(signal)),
  })
}

export function endSession(queryClient: QueryClient) {
  return {
    mutationFn: (id: string) => requestOnce((client) => client.rpc('end_session', { session_id: id })),
    onSettled: () => invalidate(queryClient, after.sessionEnd),
  }
}

export function endOtherSessions(queryClient: QueryClient) {
  return {
    mutationFn: signOutOthers,
    onSettled: () => invalidate(queryClient, after.sessionEnd),
  }
}

type PasswordChange = { proof: Proof; next: string; endOthers: boolean }

export function changePassword(queryClient: QueryClient) {
  return {
    mutationFn: async ({ proof, next, endOthers }: PasswordChange) => {
      await requestClient((client) => client.auth.updateUser({ password: next, ...givenProof(proof) }))
      // The password is changed by now, whatever becomes of the other sessions.
      return endOthers
        ? signOutOthers().then(
            () => true,
            () => false,
          )
        : true
    },
    onSuccess: () => invalidate(queryClient, after.sessionEnd),
  }
}

type AddressChange = { email: string; proof: Proof }

/** The address that waits for the two to agree; none where the change was made at once. */
export function changeAddress(queryClient: QueryClient) {
  return {
    mutationFn: async ({ email, proof }: AddressChange): Promise<string | undefined> => {
      const { user } = await requestClient((client) =>
        client.auth.updateUser(
          { email: email.trim(), ...givenProof(proof) },
          { emailRedirectTo: `${window.location.origin}${paths.auth()}` },
        ),
      )
      return user.new_email
    },
    onSuccess: () => invalidate(queryClient, after.addressChange),
  }
}

export function calendarLinkQuery() {
  return queryOptions({
    queryKey: keys.settings.calendar,
    queryFn: ({ signal }) => request((client) => client.rpc('read_calendar_link', {}).abortSignal(signal)),
  })
}

/** The address is in the answer, and nowhere else. */
export function makeCalendarLink(queryClient: QueryClient) {
  return {
    mutationFn: () => requestOnce((client) => client.rpc('make_calendar_link', {})),
    onSettled: () => invalidate(queryClient, after.calendarLinkChange),
  }
}

export function endCalendarLink(queryClient: QueryClient) {
  return {
    mutationFn: () => requestOnce((client) => client.rpc('end_calendar_link', {})),
    onSettled: () => invalidate(queryClient, after.calendarLinkChange),
  }
}

export type Farewell = { proof: Proof; endContracts: boolean }

export async function deleteAccount({ proof, endContracts }: Farewell) {
  const password = await passwordFor(proof)
  return requestOnce((client) => client.rpc('delete_account', { ...password, end_contracts: endContracts }))
}
