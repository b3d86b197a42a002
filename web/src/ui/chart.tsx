import { formatNumber } from '@/lib/format'

export type Point = { label: string; value: number }

type ChartProps = {
  /** The caption of the table behind the chart, which says what the numbers are. */
  caption: string
  points: readonly Point[]
  format?: (value: number) => string
  className?: string
}

const WIDTH = 120
const HEIGHT = 32

/** A sparkline, with a table for screen readers. */
export function Sparkline({ caption, points, format = formatNumber, className }: ChartProps) {
  const highest = Math.max(1, ...points.map((point) => point.value))
  const step = points.length > 1 ? WIDTH / (points.length - 1) : 0
  const places = points.map((point, index) => ({
    x: index * step,
    y: HEIGHT - 3 - (point.value / highest) * (HEIGHT - 6),
  }))
  const last = places.at(-1)
  return (
    <figure className={className}>
      <svg
        viewBox={`-3 0 ${WIDTH + 6} ${HEIGHT}`}
        className="h-8 w-full max-w-32 overflow-visible"
        aria-hidden
      >
        <path d={`M0 ${HEIGHT - 1}H${WIDTH}`} className="stroke-line" />
        <polyline
          points={places.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          strokeWidth="1.5"
          strokeLinejoin="round"
          className="stroke-ink"
        />
        {last && <circle cx={last.x} cy={last.y} r="2.5" className="fill-ink" />}
      </svg>
      <PointTable caption={caption} points={points} format={format} />
    </figure>
  )
}

/** A bar chart whose last bar is marked. `isBare` omits the table when the page shows one already. */
export function BarChart({
  caption,
  points,
  format = formatNumber,
  isBare = false,
  className,
}: ChartProps & { isBare?: boolean }) {
  const highest = Math.max(1, ...points.map((point) => point.value))
  return (
    <figure className={className}>
      <div aria-hidden className="flex h-40 items-end gap-1.5 border-b border-line">
        {points.map((point, index) => (
          <div
            key={point.label}
            className="flex h-full min-w-0 flex-1 flex-col items-center justify-end gap-1"
          >
            {!isBare && <span className="figures truncate text-xs text-muted">{format(point.value)}</span>}
            <div
              className={index === points.length - 1 ? 'w-full bg-inverse' : 'w-full bg-control'}
              style={{ height: `${(point.value / highest) * 78}%`, minHeight: point.value > 0 ? 2 : 0 }}
            />
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-1 flex gap-1.5">
        {points.map((point) => (
          <span key={point.label} className="min-w-0 flex-1 truncate text-center text-xs text-muted">
            {point.label}
          </span>
        ))}
      </div>
      {!isBare && <PointTable caption={caption} points={points} format={format} />}
    </figure>
  )
}

/** The numbers of a chart as a table for screen readers. */
export function PointTable({ caption, points, format }: Required<Omit<ChartProps, 'className'>>) {
  return (
    // A table keeps the width of its text regardless of styles; the box around it can be hidden.
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row">{point.label}</th>
              <td>{format(point.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
