import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { rowsOf, totalOf, countedPages } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { INVOICE_KINDS } from '@/api/words'
import { INVOICE_LOOKS } from '@/features/fiscal/text'
import { formatMoney, ofCents } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'
import { keys } from '@/api/keys'

/** Invoices that are missing, wait for the company, or were refused. */
export function PendingInvoices({ partyId }: { partyId: string }) {
  const query = useInfiniteQuery(pendingInvoicesQuery(partyId))
  if (query.isPending) {
    return (
      <Loading label="Carregando notas…">
        <Skeleton className="h-24" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const invoices = rowsOf(query.data)
  if (invoices.length === 0)
    return <p className="text-sm text-muted">Nenhuma nota pendente nem à espera de conferência.</p>
  return (
    <>
      <ul className="divide-y divide-line rounded border border-line bg-raised">
        {invoices.map(({ id, kind, status, expected_cents, milestone, contract }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 p-4">
            <p className="min-w-0">
              <Link to={paths.contract(contract.id)} className="font-medium break-words underline">
                {milestone.title}
              </Link>
              <span className="block text-sm text-muted">
                <Tag className="mr-2">{tagOf('CTR', contract.number)}</Tag>
                marco {milestone.position}: {contract.title}
              </span>
            </p>
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <span className="figures font-medium">{formatMoney(ofCents(expected_cents))}</span>
              <span className="text-muted">{INVOICE_KINDS[kind]}</span>
              <Badge tone={INVOICE_LOOKS[status].tone}>{INVOICE_LOOKS[status].label}</Badge>
            </p>
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={invoices.length} total={totalOf(query.data)} noun="notas" />
    </>
  )
}

const PAGE_SIZE = 25

const ABOUT =
  'contract:contracts!contract_id!inner(id, number, company_id, professional_id, scope->>title), milestone:milestones!milestone_id!inner(position, title)'

/** The pending invoices of the party's contracts, oldest first. */
function pendingInvoicesQuery(partyId: string) {
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
