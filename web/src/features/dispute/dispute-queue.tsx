import { useInfiniteQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { disputeQueueQuery, QUEUES, type DisputeSummary, type Queue } from '@/features/dispute/queries'
import { LOOKS, nameOf } from '@/features/dispute/text'
import { formatDate, formatRelative } from '@/lib/format'
import { keyOf } from '@/lib/keys-of'
import { formatMoney } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { LinkCard } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { FilterTabs } from '@/ui/filter-tabs'
import { LoadMore } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'

const STATES = [
  { value: 'decidir', label: 'A decidir' },
  { value: 'andamento', label: 'Entre as partes' },
  { value: 'encerradas', label: 'Encerradas' },
] as const satisfies readonly { value: Queue; label: string }[]

/** Disputes by age, as administrators decide them. */
export function DisputeQueue() {
  const [params, setParams] = useSearchParams()
  const queue = keyOf(QUEUES, params.get('fila') ?? '') ?? 'decidir'
  return (
    <>
      <FilterTabs
        label="Filtrar por estado"
        options={STATES}
        value={queue}
        onValueChange={(next) =>
          setParams({ aba: 'disputas', fila: next }, { replace: true, preventScrollReset: true })
        }
      />
      <List queue={queue} />
    </>
  )
}

function List({ queue }: { queue: Queue }) {
  const query = useInfiniteQuery(disputeQueueQuery(queue))
  if (query.isPending) {
    return (
      <Loading label="Carregando disputas…">
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const disputes = rowsOf(query.data)
  if (disputes.length === 0)
    return <EmptyState icon={Scale} title="Nenhuma disputa aqui" description="A fila está em dia." />
  return (
    <>
      <ul aria-label="Disputas" className="flex flex-col gap-4">
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <DisputeCard dispute={dispute} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={disputes.length}
        total={totalOf(query.data)}
        noun="disputas"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  )
}

function DisputeCard({ dispute }: { dispute: DisputeSummary }) {
  const { label, tone } = LOOKS[dispute.status]
  const { contract } = dispute
  return (
    <LinkCard className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={tone}>{label}</Badge>
        <time dateTime={dispute.created_at} title={formatDate(dispute.created_at)}>
          aberta {formatRelative(dispute.created_at)}
        </time>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="min-w-0 font-semibold break-words">
          <Link to={paths.dispute(dispute.contract_id, dispute.id)} className="after:absolute after:inset-0">
            {contract?.project?.title ?? 'Projeto'}: {nameOf(dispute)}
          </Link>
        </h3>
        <p className="figures font-medium">{formatMoney(dispute.value_cents)}</p>
      </div>
      <p className="text-sm text-muted">
        {contract?.company?.name ?? 'Empresa'} e {contract?.professional?.name ?? 'profissional'}. Pedido:{' '}
        {dispute.professional_percent}% para o profissional.
      </p>
      <p className="line-clamp-2 max-w-measure text-sm break-words">{dispute.reason}</p>
    </LinkCard>
  )
}
