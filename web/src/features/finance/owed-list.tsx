import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { owedQuery } from '@/features/finance/queries'
import { calendarDay, formatDay } from '@/lib/format'
import { formatMoney, ofCents } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

/** Accepted milestones that wait for their payment, to pay or to receive. */
export function OwedList({ partyId }: { partyId: string }) {
  const query = useInfiniteQuery(owedQuery(partyId))
  const [today] = useState(() => calendarDay(Date.now()))
  if (query.isPending) {
    return (
      <Loading label="Carregando vencimentos…">
        <Skeleton className="h-24" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const owed = rowsOf(query.data)
  if (owed.length === 0) return <p className="text-sm text-muted">Nenhum marco aprovado espera pagamento.</p>
  return (
    <>
      <ul className="divide-y divide-line rounded border border-line bg-raised">
        {owed.map(({ id, position, title, value_cents, owed_due_on, payments, contract }) => (
          <li
            key={id}
            className="flex flex-col gap-x-6 gap-y-1 p-4 lg:flex-row lg:items-baseline lg:justify-between"
          >
            <p className="min-w-0">
              <Link to={paths.contract(contract.id)} className="font-medium break-words underline">
                {title}
              </Link>
              <span className="block text-sm text-muted">
                <Tag className="mr-2">{tagOf('CTR', contract.number)}</Tag>
                marco {position}: {contract.title}
              </span>
            </p>
            <p className="shrink-0 lg:text-right">
              <span className="figures font-medium">{formatMoney(ofCents(value_cents))}</span>
              <span className="block text-sm text-muted">
                {contract.company_id === partyId ? 'A pagar' : 'A receber'} até {formatDay(owed_due_on ?? '')}{' '}
                <OwedBadge payments={payments} isLate={(owed_due_on ?? '') < today} />
              </span>
            </p>
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={owed.length} total={totalOf(query.data)} noun="marcos" />
    </>
  )
}

type Payments = readonly { status: string }[]

/** A declared payment waits for the other side, even when it is late. */
function OwedBadge({ payments, isLate }: { payments: Payments; isLate: boolean }) {
  if (payments.some(({ status }) => status === 'declared'))
    return <Badge tone="info">Pago, falta confirmar</Badge>
  if (payments.some(({ status }) => status === 'contested')) return <Badge tone="danger">Não recebido</Badge>
  return isLate && <Badge tone="danger">Em atraso</Badge>
}
