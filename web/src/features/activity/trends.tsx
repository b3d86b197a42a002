import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { ACTIVITY_DAYS, activityQuery, type ActivityDay } from '@/features/activity/queries'
import { formatDate, formatNumber } from '@/lib/format'
import { Card } from '@/ui/card'
import { Sparkline } from '@/ui/chart'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

export type Trend = { measure: 'views' | 'proposals' | 'projects'; label: string }

/** What happened lately, one small curve a figure. */
export function Trends({ profileId, trends }: { profileId: string; trends: readonly Trend[] }) {
  const query = useQuery(activityQuery(profileId))
  if (query.isError) {
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  }
  return (
    <section aria-labelledby="activity" className="flex flex-col gap-3">
      <h2 id="activity" className="text-lg font-semibold">
        Últimos {ACTIVITY_DAYS} dias
      </h2>
      <div className="grid gap-4 sm:auto-cols-fr sm:grid-flow-col">
        {query.isPending
          ? trends.map(({ measure }) => (
              <Loading key={measure} label="Carregando atividade…">
                <Skeleton className="h-28 w-full" />
              </Loading>
            ))
          : trends.map((trend) => <TrendCard key={trend.measure} trend={trend} days={query.data} />)}
      </div>
    </section>
  )
}

function TrendCard({ trend, days }: { trend: Trend; days: readonly ActivityDay[] }) {
  const points = days.map((day) => ({ label: formatDate(`${day.day}T12:00:00Z`), value: day[trend.measure] }))
  const total = points.reduce((sum, point) => sum + point.value, 0)
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h3 className="text-sm text-muted">{trend.label}</h3>
      <div className="flex items-end justify-between gap-6">
        <p className="figures text-2xl font-medium">{formatNumber(total)}</p>
        <Sparkline caption={`${trend.label} por dia`} points={points} className="w-32" />
      </div>
    </Card>
  )
}
