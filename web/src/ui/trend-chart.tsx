import { formatNumber } from '@/lib/format'
import { PointTable, type Point } from '@/ui/chart'

const WIDTH = 300
const HEIGHT = 64

type TrendChartProps = {
  /** What the numbers are: the caption of the table behind the picture. */
  caption: string
  points: readonly Point[]
}

/** A curve between its axes: from nothing to the highest, from the first day to the last. */
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
