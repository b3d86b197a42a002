import { formatCount, formatNumber, formatPercent } from '@/lib/format'
import { Card } from '@/ui/card'
import type { Point } from '@/ui/chart'
import { TrendChart } from '@/ui/trend-chart'

/** The days of a figure, and the sum of as many days before them. */
type Course = { points: readonly Point[]; before: number }

type TrendCardProps = {
  label: string
  /** Left out until it is known. */
  course: Course | undefined
  /** All there ever were, where that is what counts; the days are then said below it. */
  total?: string | undefined
}

/** A figure over some days: their sum, its change against as many days before, and the curve. */
export function TrendCard({ label, course, total }: TrendCardProps) {
  return (
    <Card className="flex flex-col gap-3 p-5">
      <dl className="flex flex-col gap-1">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="figures text-2xl font-medium">
          {total ?? (course === undefined ? '–' : formatNumber(sumOf(course)))}
        </dd>
        {course !== undefined && (
          <dd className="text-sm text-muted">
            {total !== undefined && `${formatNumber(sumOf(course))} `}
            em {formatCount(course.points.length, 'dia', 'dias')}, {changeOf(course)}
          </dd>
        )}
      </dl>
      {course === undefined ? (
        <div className="h-26" />
      ) : (
        <TrendChart caption={`${label} por dia`} points={course.points} />
      )}
    </Card>
  )
}

function sumOf({ points }: Course): number {
  return points.reduce((all, point) => all + point.value, 0)
}

/** Against the days before in words; a share of nothing or of little says nothing. */
function changeOf(course: Course): string {
  const { before } = course
  const difference = sumOf(course) - before
  if (difference === 0) return 'como antes'
  const size = Math.abs(difference)
  const said = before < 10 ? formatNumber(size) : formatPercent(size / before)
  return `${said} ${difference > 0 ? 'a mais' : 'a menos'} que antes`
}
