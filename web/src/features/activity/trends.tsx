import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { ACTIVITY_DAYS, activityQuery } from '@/features/activity/queries'
import { formatDate } from '@/lib/format'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { TrendCard } from '@/ui/trend-card'

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
          : trends.map(({ measure, label }) => (
              <TrendCard
                key={measure}
                label={label}
                points={query.data.map((day) => ({
                  label: formatDate(`${day.day}T12:00:00Z`),
                  value: day[measure],
                }))}
              />
            ))}
      </div>
    </section>
  )
}
