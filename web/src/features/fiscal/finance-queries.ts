import { ask } from '@/api/ask'
import { countedPages } from '@/api/counted-pages'
import { keys } from '@/api/keys'

const PAGE_SIZE = 25
/** A spreadsheet takes so many lines at a time, and so many in all. */
const CSV_PAGE = 1_000
const CSV_MAX = 20_000

const ABOUT =
  'contract:contracts!inner(id, number, company_id, professional_id, scope->>title), milestone:milestones!inner(position, title)'

/** Of the party's contracts, what is missing of their invoices, the oldest first. */
export function pendingInvoicesQuery(partyId: string) {
  return countedPages(keys.finance.invoices(partyId), PAGE_SIZE, (data) =>
    data
      .from('invoices')
      .select(`id, kind, status, expected_cents, ${ABOUT}`, { count: 'estimated' })
      .in('status', ['pending', 'sent', 'refused'])
      .or(`company_id.eq.${partyId},professional_id.eq.${partyId}`, { referencedTable: 'contract' })
      .order('created_at')
      .order('id'),
  )
}

export type Period = { from: string; to: string }

/** Midnight in Brazil, which has had no summer time since 2019. */
const startOf = (day: string) => `${day}T00:00:00-03:00`
const endOf = (day: string) => `${day}T23:59:59.999999-03:00`

/** Every invoice that was sent in a period, for a file. */
export function invoicesOf(partyId: string, { from, to }: Period) {
  return whole((at) =>
    ask((data) =>
      data
        .from('invoices')
        .select(
          `id, kind, status, number, access_key, verification_code, issued_on, value::text, expected::text, provider_document, taker_document, sent_at, ${ABOUT}`,
        )
        .neq('status', 'replaced')
        .gte('sent_at', startOf(from))
        .lte('sent_at', endOf(to))
        .or(`company_id.eq.${partyId},professional_id.eq.${partyId}`, { referencedTable: 'contract' })
        .order('sent_at')
        .order('id')
        .range(at, at + CSV_PAGE - 1),
    ),
  )
}

/** Every line of taxes that was agreed to in a period, for a file. */
export function withheldOf(partyId: string, { from, to }: Period) {
  return whole((at) =>
    ask((data) =>
      data
        .from('withholdings')
        .select(`id, tax, base_cents, rate::text, value_cents, settled_cents, answered_at, ${ABOUT}`)
        .eq('status', 'agreed')
        .gte('answered_at', startOf(from))
        .lte('answered_at', endOf(to))
        .or(`company_id.eq.${partyId},professional_id.eq.${partyId}`, { referencedTable: 'contract' })
        .order('answered_at')
        .order('id')
        .range(at, at + CSV_PAGE - 1),
    ),
  )
}

async function whole<Line>(page: (at: number) => Promise<Line[]>): Promise<Line[]> {
  const lines: Line[] = []
  for (let at = 0; at < CSV_MAX; at += CSV_PAGE) {
    const some = await page(at)
    lines.push(...some)
    if (some.length < CSV_PAGE) break
  }
  return lines
}
