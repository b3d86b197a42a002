import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { ACTIVITY_DAYS, activityQuery } from '@/features/activity/queries'
import { formatDay } from '@/lib/format'
import { ErrorState } from '@/ui/error-state'
import { TrendCard } from '@/ui/trend-card'

type Trend = {
  measure: 'views' | 'proposals' | 'projects'
  label: string
  /** The all-time total, where it matters more. */
  total?: string
}

type TrendsProps = {
  profileId: string
  trends: readonly Trend[]
  /** A figure without daily values. */
  children?: ReactNode
}

/** The recent activity: one curve for each figure, compared with the previous period. */
export function Trends({ profileId, trends, children }: TrendsProps) {
  const query = useQuery(activityQuery(profileId))
  return (
    <section aria-labelledby="activity" className="flex flex-col gap-3">
      <h2 id="activity" className="text-lg font-semibold">
        Números dos últimos {ACTIVITY_DAYS} dias
      </h2>
      <div className="grid gap-4 md:auto-cols-fr md:grid-flow-col">
        {query.isError ? (
          <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          trends.map(({ measure, label, total }) => (
            <TrendCard
              key={measure}
              label={label}
              total={total}
              course={
                query.data && {
                  before: query.data.slice(0, -ACTIVITY_DAYS).reduce((all, day) => all + day[measure], 0),
                  points: query.data.slice(-ACTIVITY_DAYS).map((day) => ({
                    label: formatDay(day.day),
                    value: day[measure],
                  })),
                }
              }
            />
          ))
        )}
        {children}
      </div>
    </section>
  )
}
