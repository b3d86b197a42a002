import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { marketActivityQuery, overviewQuery } from '@/features/admin/queries'
import { formatDay, formatNumber } from '@/lib/format'
import { Card, Stat } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { FilterTabs } from '@/ui/filter-tabs'
import { Loading, Skeleton } from '@/ui/skeleton'
import { TrendCard } from '@/ui/trend-card'

const FIGURES = [
  ['professionals', 'Profissionais ativos'],
  ['companies', 'Empresas ativas'],
  ['blocked', 'Contas bloqueadas'],
  ['projects_open', 'Projetos abertos'],
  ['projects_total', 'Projetos publicados'],
  ['proposals_total', 'Propostas'],
  ['contracts_active', 'Contratos em andamento'],
  ['contracts_completed', 'Contratos concluídos'],
  ['messages_total', 'Mensagens'],
  ['reports_open', 'Denúncias abertas'],
] as const

const MEASURES = [
  ['members', 'Novos usuários'],
  ['projects', 'Projetos publicados'],
  ['proposals', 'Propostas enviadas'],
  ['messages', 'Mensagens'],
] as const

const SPANS = [
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
] as const

/** The market at a glance. */
export function Overview() {
  const query = useQuery(overviewQuery())
  const [span, setSpan] = useState('30')
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Loading label="Carregando números…">
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  const figures = query.data
  return (
    <div className="flex flex-col gap-8">
      <Card className="p-5">
        <dl className="grid grid-cols-2 gap-6 sm:grid-cols-3 lg:grid-cols-5">
          {FIGURES.map(([name, label]) => (
            <Stat key={name} label={label} value={formatNumber(figures[name])} />
          ))}
        </dl>
      </Card>
      <section aria-labelledby="evolution">
        <h2 id="evolution" className="mb-3 text-lg font-semibold">
          Evolução
        </h2>
        <FilterTabs label="Período" options={SPANS} value={span} onValueChange={setSpan} />
        <Evolution days={Number.parseInt(span, 10)} />
      </section>
    </div>
  )
}

function Evolution({ days }: { days: number }) {
  // The figures are compared with the same number of days before.
  const query = useQuery(marketActivityQuery(2 * days))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando evolução…">
        <Skeleton className="h-28" />
      </Loading>
    )
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {MEASURES.map(([name, label]) => (
        <TrendCard
          key={name}
          label={label}
          course={{
            before: query.data.slice(0, -days).reduce((all, day) => all + day[name], 0),
            points: query.data.slice(-days).map((day) => ({ label: formatDay(day.day), value: day[name] })),
          }}
        />
      ))}
    </div>
  )
}
