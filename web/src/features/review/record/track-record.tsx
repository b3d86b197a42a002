import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Side } from '@/features/review/axes'
import { trackRecordsQuery, type TrackRecord, debtRecordQuery } from '@/features/review/queries'
import { errorSentence } from '@/api/errors'
import { formatCount, formatNumber, formatPercent } from '@/lib/format'
import { Card, CardBody, Stat } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { TriangleAlert } from 'lucide-react'

type Fact = { label: string; value: string; hint?: string }

/** A party's track record in words; a share of fewer than three contracts is N/A. */
function factsOf(record: TrackRecord, side: Side): Fact[] {
  const share =
    side === 'company'
      ? shareOf('Pagamento em dia', 'dos marcos aceitos', record.paid_on_time_percent)
      : shareOf('Entregas no prazo', 'dos marcos com data', record.on_time_percent)
  const withdrawn = record.contracts_withdrawn
  return [
    { label: 'Concluídos', value: formatNumber(record.contracts_completed) },
    share,
    {
      label: 'Interrompidos',
      value: formatNumber(record.contracts_ended_early),
      ...(withdrawn > 0 && {
        hint: `e ${formatCount(withdrawn, 'desfeito', 'desfeitos')} antes do início`,
      }),
    },
    { label: 'Em disputa', value: formatNumber(record.contracts_in_dispute) },
  ]
}

function shareOf(label: string, of: string, percent: number | null): Fact {
  return percent === null
    ? { label, value: 'N/A', hint: 'a partir de 3 contratos' }
    : { label, value: formatPercent(percent / 100), hint: of }
}

/** A party's track record as figures on its profile. */
export function TrackRecordCard({ profileId, side }: { profileId: string; side: Side }) {
  const query = useQuery(trackRecordsQuery([profileId]))
  const record = query.data?.[0]
  if (query.isSuccess && record === undefined) return null
  return (
    <section aria-labelledby="record" className="flex flex-col gap-3">
      <h2 id="record" className="text-lg font-semibold">
        Histórico de contratos
      </h2>
      {query.isError && (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && (
        <Loading label="Carregando histórico…">
          <Skeleton className="h-28" />
        </Loading>
      )}
      {side === 'company' && <DebtMark companyId={profileId} />}
      {record && (
        <Card>
          <CardBody>
            <dl className="grid grid-cols-2 gap-6 lg:grid-cols-4">
              {factsOf(record, side).map((fact) => (
                <Stat key={fact.label} {...fact} />
              ))}
            </dl>
          </CardBody>
        </Card>
      )}
    </section>
  )
}

type TrackRecordLineProps = {
  profileId: string
  side: Side
  /** The parties shown together, whose records one request reads. */
  among: readonly string[]
}

/** In one line, for comparisons; the number of contracts stands beside the stars. */
export function TrackRecordLine({ profileId, side, among }: TrackRecordLineProps) {
  const query = useQuery({ ...trackRecordsQuery(among), placeholderData: keepPreviousData })
  if (query.isError) return <p className="text-sm text-muted">O histórico não pôde ser lido.</p>
  if (query.isPending) return <Skeleton className="h-5 w-full max-w-measure" />
  const record = query.data.find((found) => found.profile_id === profileId)
  if (record === undefined) return null
  return (
    <dl aria-label="Histórico de contratos" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {factsOf(record, side)
        .slice(1)
        .map(({ label, value }) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="figures font-medium">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A company's overdue debts, beside its completed contracts. */
export function DebtMark({ companyId }: { companyId: string }) {
  const { data } = useQuery(debtRecordQuery(companyId))
  const record = data?.[0]
  if (record === undefined || record.debts === 0) return null
  const { debts, oldest_days } = record
  const since = formatCount(oldest_days, 'dia', 'dias')
  return (
    <p className="flex items-start gap-2 text-sm font-medium text-danger">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {formatCount(debts, 'pagamento vencido', 'pagamentos vencidos')},{' '}
      {debts === 1 ? `há ${since}` : `o mais antigo há ${since}`}
    </p>
  )
}
