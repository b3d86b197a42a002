import { infiniteQueryOptions, queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { calendarDay } from '@/lib/format'
import { requestOnce } from '@/api/request/request-once'

const PAGE_SIZE = 25

const SIDES = 'company:profiles!company_id(name), professional:profiles!professional_id(name)'
const CONTRACT = `id, number, settlement, scope->>title, ${SIDES}`

/** Whose contract a line is about. */
export type LineContract = {
  number: number
  title: string | null
  company: { name: string } | null
  professional: { name: string } | null
}

/** The money of the whole market, in one answer. */
export function deskQuery() {
  return queryOptions({
    queryKey: keys.desk.figures,
    queryFn: ({ signal }) => request((data) => data.rpc('money_desk').abortSignal(signal)),
  })
}

export type Figures = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof deskQuery>['queryFn']>>>>

/** What is held, by contract. The payment that holds it is the first of those that stand. */
export function heldQuery() {
  return countedPages(keys.desk.list('held'), PAGE_SIZE, (data) =>
    data
      .from('milestones')
      .select(
        `id, position, title, status, held_cents, contract:contracts!contract_id!inner(${CONTRACT}), charges!milestone_id(paid_at)`,
        {
          count: 'estimated',
        },
      )
      .gt('held_cents', 0)
      .in('charges.status', ['paid', 'contested'])
      .order('paid_at', { referencedTable: 'charges' })
      .limit(1, { referencedTable: 'charges' })
      .order('contract_id')
      .order('position'),
  )
}

export type DifferenceState = 'abertas' | 'tratadas' | 'resolvidas'

const DIFFERENCE = `id, kind, reference, detail, ours_cents, theirs_cents, found_at, seen_at, resolved_at, handled_at, handling,
  handler:profiles!handled_by(name), charge:charges!charge_id(value_cents, milestone:milestones!milestone_id(position, title), contract:contracts!contract_id(${CONTRACT}))`

/** The differences between ledger and institution: open, handled or resolved. */
export function differencesQuery(state: DifferenceState) {
  return countedPages(keys.desk.list(`differences ${state}`), PAGE_SIZE, (data) => {
    const all = data.from('reconciliation_differences').select(DIFFERENCE, { count: 'estimated' })
    const wanted = {
      abertas: () => all.is('resolved_at', null).is('handled_at', null),
      tratadas: () => all.is('resolved_at', null).not('handled_at', 'is', null),
      resolvidas: () => all.not('resolved_at', 'is', null),
    }[state]()
    return wanted.order('found_at', { ascending: false }).order('id', { ascending: false })
  })
}

export type Difference = Pick<
  Row<'reconciliation_differences'>,
  | 'id'
  | 'kind'
  | 'reference'
  | 'detail'
  | 'ours_cents'
  | 'theirs_cents'
  | 'found_at'
  | 'seen_at'
  | 'resolved_at'
  | 'handled_at'
  | 'handling'
> & {
  handler: { name: string } | null
  charge: {
    value_cents: Row<'charges'>['value_cents']
    milestone: { position: number; title: string } | null
    contract: LineContract | null
  } | null
}

/** Payouts that wait, and after them those that failed or came back, the newest first. */
export function payoutsQuery() {
  return countedPages(keys.desk.list('payouts'), PAGE_SIZE, (data) =>
    data
      .from('payouts')
      .select('id, value_cents, key_end, status, reason, created_at, party:profiles!party_id(name)', {
        count: 'estimated',
      })
      .in('status', ['requested', 'failed', 'returned'])
      .order('done_at', { ascending: false, nullsFirst: true })
      .order('created_at', { ascending: false })
      .order('id', { ascending: false }),
  )
}

/** Orders that the institution refuses or does not answer, the oldest first. */
export function ordersQuery() {
  return infiniteQueryOptions({
    queryKey: keys.desk.list('orders'),
    queryFn: async ({ pageParam, signal }) => {
      const { orders, total } = await request((data) =>
        data.rpc('failing_orders', { offset: pageParam }).abortSignal(signal),
      )
      return { rows: orders, total }
    },
    initialPageParam: 0,
    getNextPageParam: ({ rows, total }, _pages, offset) =>
      offset + rows.length < total && rows.length > 0 ? offset + rows.length : undefined,
  })
}

/** Disputes that have not ended, the oldest first. */
export function disputesQuery() {
  return countedPages(keys.desk.list('disputes'), PAGE_SIZE, (data) =>
    data
      .from('disputes')
      .select(
        `id, contract_id, status, value_cents, created_at, milestone:milestones!milestone_id(position, title, held_cents), contract:contracts!contract_id(${CONTRACT})`,
        { count: 'estimated' },
      )
      .is('ended_at', null)
      .order('created_at')
      .order('id'),
  )
}

const OWED = `id, position, title, value_cents, owed_due_on, contract:contracts!contract_id!inner(${CONTRACT})`

/** Direct payments that the company says it made and nobody answered, the next to lapse first. */
export function declaredQuery() {
  return countedPages(keys.desk.list('declared'), PAGE_SIZE, (data) =>
    data
      .from('direct_payments')
      .select(
        `id, value_cents, paid_on, declared_at, confirm_due_at, milestone:milestones!milestone_id(position, title), contract:contracts!contract_id(${CONTRACT})`,
        { count: 'estimated' },
      )
      .eq('status', 'declared')
      .order('confirm_due_at')
      .order('id'),
  )
}

/** Milestones owed still although the company says it paid: the professional says it did not arrive. */
export function refusedQuery() {
  return countedPages(keys.desk.list('refused'), PAGE_SIZE, (data) =>
    data
      .from('milestones')
      .select(`${OWED}, direct_payments!milestone_id!inner(reason, answered_at)`, { count: 'estimated' })
      .eq('status', 'awaiting_payment')
      .not('owed_due_on', 'is', null)
      .eq('direct_payments.status', 'contested')
      .order('owed_due_on')
      .order('id'),
  )
}

/** Accepted milestones whose day of payment has passed, the oldest first. */
export function overdueQuery() {
  return countedPages(keys.desk.list('overdue'), PAGE_SIZE, (data) =>
    data
      .from('milestones')
      .select(OWED, { count: 'estimated' })
      .eq('status', 'awaiting_payment')
      .lt('owed_due_on', calendarDay(Date.now()))
      .order('owed_due_on')
      .order('id'),
  )
}

/** The figures of money, and whether they are loading for the first time. */
export function useMoneyFigures() {
  const { data, isLoading } = useQuery(deskQuery())
  return { data, isLoading }
}

export function verifyLedger() {
  return { mutationFn: () => request((data) => data.rpc('verify_ledger')) }
}

/** The interval and the maximum number of checks whether a comparison has ended. */
const LOOK_MS = 1_000
const LOOKS_MAX = 90

/** Compares the ledger with the institution now; resolves to the result, or to null if it is still running. */
export function reconcile(queryClient: QueryClient, pause_ms = LOOK_MS) {
  const read = () => queryClient.query({ ...deskQuery(), staleTime: 0 })
  return {
    mutationFn: async () => {
      const before = await read()
      await requestOnce((data) => data.rpc('reconcile_payments'))
      for (let look = 0; look < LOOKS_MAX; look += 1) {
        await new Promise((resolve) => setTimeout(resolve, pause_ms))
        const now = await read()
        if (now.compared_at !== before.compared_at) return now
      }
      return null
    },
    onSettled: () => invalidate(queryClient, after.moneyNews),
  }
}

export function handleDifference(queryClient: QueryClient) {
  return {
    mutationFn: (handling: { difference_id: string; reason: string }) =>
      requestOnce((data) => data.rpc('handle_difference', handling)),
    onSuccess: () => invalidate(queryClient, after.deskStep),
  }
}

export function retryOrder(queryClient: QueryClient) {
  return {
    mutationFn: (id: string) => requestOnce((data) => data.rpc('retry_order', { order_id: id })),
    onSuccess: () => invalidate(queryClient, after.deskStep),
  }
}
