import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import type { HolderValues } from '@/features/receiver/schema'
import { toDecimal } from '@/lib/money'

export type Receiver = Pick<
  Row<'receivers'>,
  'party_id' | 'institution' | 'status' | 'onboarding_url' | 'reason' | 'updated_at'
>

/** The state of a party's account at the institution; null when none was opened. */
export function receiverQuery(partyId: string) {
  return queryOptions({
    queryKey: keys.finance.receiver(partyId),
    queryFn: ({ signal }): Promise<Receiver | null> =>
      request((data) =>
        data
          .from('receivers')
          .select('party_id, institution, status, onboarding_url, reason, updated_at')
          .eq('party_id', partyId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

/** Who the account would be of, as the institution is told without being asked for. */
export function holderQuery(partyId: string) {
  return queryOptions({
    queryKey: keys.finance.holder(partyId),
    queryFn: ({ signal }) =>
      request((data) => data.rpc('read_holder', { party_id: partyId }).abortSignal(signal)),
  })
}

/** Opens the account with what the institution asks for. */
export function openReceiver(queryClient: QueryClient, partyId: string) {
  return {
    mutationFn: ({ monthly_income, birth_on, company_type, ...rest }: HolderValues) =>
      requestOnce((data) =>
        data.rpc('open_receiver', {
          party_id: partyId,
          ...rest,
          ...(birth_on !== '' && { birth_on }),
          ...(company_type !== '' && { company_type }),
          ...(monthly_income !== null && { monthly_income: toDecimal(monthly_income) }),
        }),
      ),
    onSuccess: () => invalidate(queryClient, after.receiverNews),
  }
}

/** Asks the institution for the current state of the account. */
export function refreshReceiver(queryClient: QueryClient, partyId: string) {
  return {
    mutationFn: () => requestOnce((data) => data.rpc('open_receiver', { party_id: partyId })),
    onSuccess: () => invalidate(queryClient, after.receiverNews),
  }
}
