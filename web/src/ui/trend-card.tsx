import { formatCount, formatNumber, formatPercent } from '@/lib/format'
import { Card } from './card'
import { type Point, PointTable } from './chart'

/** The daily values of a figure, and the sum of the same number of days before them. */
type Course = { points: readonly Point[]; before: number }

type TrendCardProps = {
  label: string
  /** Left out until it is known. */
  course: Course | undefined
  /** The all-time total, where it matters more; the sum of the days is then shown below it. */
  total?: string | undefined
}

/** A figure over some days: the sum, its change against the previous period, and the curve. */
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

/** The change against the previous period in words: a percentage, or a number when that period was below ten. */
function changeOf(course: Course): string {
  const { before } = course
  const difference = sumOf(course) - before
  if (difference === 0) return 'como antes'
  const size = Math.abs(difference)
  const said = before < 10 ? formatNumber(size) : formatPercent(size / before)
  return `${said} ${difference > 0 ? 'a mais' : 'a menos'} que antes`
}

const WIDTH = 300
const HEIGHT = 64

type TrendChartProps = {
  /** The caption of the table behind the chart, which says what the numbers are. */
  caption: string
  points: readonly Point[]
}

/** A line chart from zero to the maximum, from the first day to the last. */
export function TrendChart({ caption, points }: TrendChartProps) {
  const highest = Math.max(1, ...points.map((point) => point.value))
  const step = points.length > 1 ? WIDTH / (points.length - 1) : 0
  const line = points
    .map(({ value }, index) => `${index * step},${HEIGHT - (value / highest) * HEIGHT}`)
    .join(' ')
  return (
    <figure>
      <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted">
        <div className="figures flex flex-col items-end justify-between">
          <span>{formatNumber(highest)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-20 w-full overflow-visible border-y border-line"
        >
          <polyline
            points={line}
            fill="none"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className="stroke-ink"
          />
        </svg>
        <div className="figures col-start-2 flex flex-wrap justify-between gap-x-4 pt-1">
          <span>{points[0]?.label}</span>
          <span>{points.at(-1)?.label}</span>
        </div>
      </div>
      <PointTable caption={caption} points={points} format={formatNumber} />
    </figure>
  )
}
