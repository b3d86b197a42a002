import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { passwordFor } from '@/api/session/proof'
import { ofCents, parseDecimal, toDecimal, type Money } from '@/lib/money'
import type { Proof } from '@/lib/person/proof'

const PAGE_SIZE = 25

const LINE = 'id, at, kind, value::text, contract_id, milestone_id'

/** The party's available and held balance. */
export function balanceQuery(partyId: string) {
  return queryOptions({
    queryKey: keys.finance.balance(partyId),
    queryFn: async ({ signal }) => {
      const { available, held } = await request((data) => data.rpc('money_balance').abortSignal(signal))
      return { available: amountOf(String(available)), held: amountOf(String(held)) }
    },
  })
}

/** The party's lines of the ledger, newest first. */
export function statementQuery(partyId: string, kind: string) {
  return countedPages(keys.finance.statement(partyId, kind), PAGE_SIZE, (data) => {
    const lines = data.from('statement').select(LINE, { count: 'estimated' }).eq('party_id', partyId)
    const wanted = kind === '' ? lines : lines.filter('kind', 'eq', kind)
    return wanted.order('at', { ascending: false }).order('id', { ascending: false })
  })
}

/** The numbers and titles of the contracts that the lines refer to. */
export function namesQuery(contractIds: readonly string[]) {
  const ids = [...new Set(contractIds)].toSorted()
  return queryOptions({
    queryKey: keys.finance.names(ids),
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const contracts = await request((data) =>
        data
          .from('contracts')
          .select('id, number, scope->>title, milestones!contract_id(id, position, title)')
          .in('id', ids)
          .limit(ids.length)
          .abortSignal(signal),
      )
      return new Map(contracts.map((contract) => [contract.id, contract]))
    },
  })
}

/** Accepted milestones of the party that nobody has paid yet, the next due first. */
export function owedQuery(partyId: string) {
  return countedPages(keys.finance.owed(partyId), PAGE_SIZE, (data) =>
    data
      .from('milestones')
      .select(
        'id, position, title, value_cents, owed_due_on, payments:direct_payments!milestone_id(status), contract:contracts!contract_id!inner(id, number, company_id, professional_id, scope->>title)',
        { count: 'estimated' },
      )
      .eq('status', 'awaiting_payment')
      .not('owed_due_on', 'is', null)
      .or(`company_id.eq.${partyId},professional_id.eq.${partyId}`, { referencedTable: 'contract' })
      .order('owed_due_on')
      .order('id'),
  )
}

/** The amount of a decimal text; zero when it is null. */
export function amountOf(text: string | null): Money {
  return parseDecimal(text ?? '') ?? ofCents(0)
}

/** The payouts that the party requested, newest first. */
export function payoutsQuery(partyId: string) {
  return countedPages(keys.finance.payouts(partyId), PAGE_SIZE, (data) =>
    data
      .from('payouts')
      .select('id, value_cents, key_end, status, reason, created_at', { count: 'estimated' })
      .eq('party_id', partyId)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false }),
  )
}

type PayoutRequest = { partyId: string; value: Money; key: string; proof: Proof }

/** Requests a payout of the available balance to a Pix key of the party's own document. */
export function requestPayout(queryClient: QueryClient) {
  return {
    mutationFn: async ({ partyId, value, key, proof }: PayoutRequest) => {
      const asked = { party_id: partyId, value: toDecimal(value), pix_key: key }
      const password = await passwordFor(proof)
      return requestOnce((data) => data.rpc('request_payout', { ...asked, ...password }))
    },
    onSuccess: () => invalidate(queryClient, after.payoutStep),
  }
}
