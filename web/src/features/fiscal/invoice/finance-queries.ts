import { countedPages } from '@/api/request/counted-pages'
import { keys } from '@/api/keys'

const PAGE_SIZE = 25

const ABOUT =
  'contract:contracts!contract_id!inner(id, number, company_id, professional_id, scope->>title), milestone:milestones!milestone_id!inner(position, title)'

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
