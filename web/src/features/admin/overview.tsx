import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
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

export type Waiting = { count: number; one: string; many: string; to: string }

/** The items that wait for administrators, each a link; nothing while they are unknown. */
export function WaitingForAdministrators({ all }: { all: readonly Waiting[] | undefined }) {
  if (all === undefined) return null
  const waiting = all.filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="precisa-de-voce" className="mb-8 flex flex-col gap-3">
      <h2 id="precisa-de-voce" className="text-lg font-semibold">
        Precisa de você
      </h2>
      {waiting.length === 0 ? (
        <p className="flex items-center gap-2.5 text-sm text-muted">
          <CircleCheck className="size-4 shrink-0 text-success" aria-hidden />
          Nada espera pela administração.
        </p>
      ) : (
        <Card>
          <ul
            aria-labelledby="precisa-de-voce"
            className="grid divide-y divide-line sm:auto-cols-fr sm:grid-flow-col sm:divide-x sm:divide-y-0"
          >
            {waiting.map(({ count, one, many, to }) => (
              <li
                key={to + one}
                className="relative flex items-center gap-3 px-5 py-3.5 transition-colors duration-150 hover:bg-hover"
              >
                <span className="figures text-2xl font-medium">{formatNumber(count)}</span>
                <Link to={to} className="min-w-0 flex-1 text-sm after:absolute after:inset-0 hover:underline">
                  {count === 1 ? one : many}
                </Link>
                <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}
