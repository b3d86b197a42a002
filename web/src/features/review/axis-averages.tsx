import { useQuery } from '@tanstack/react-query'
import { AXES, readScores, type Side } from '@/features/review/axes'
import { trackRecordsQuery } from '@/features/review/queries'
import { formatRating } from '@/lib/format'

const SCORE_MAX = 5

/** The average of each axis, each counterpart counted once; nothing until it is known. */
export function AxisAverages({ profileId, side }: { profileId: string; side: Side }) {
  const { data } = useQuery(trackRecordsQuery([profileId]))
  const record = data?.[0]
  if (record === undefined) return null
  const averages = readScores(record.axes)
  const isPartial = AXES[side].some(({ axis }) => averages[axis] === undefined)
  return (
    <div className="min-w-0 flex-1 basis-64">
      <ul
        aria-label="Média por critério"
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-sm"
      >
        {AXES[side].map(({ axis, label }) => (
          <Axis key={axis} label={label} average={averages[axis]} />
        ))}
      </ul>
      {isPartial && (
        <p className="mt-2 text-sm text-muted">Cada critério aparece a partir de 3 contrapartes.</p>
      )}
    </div>
  )
}

function Axis({ label, average }: { label: string; average: number | null | undefined }) {
  return (
    <li className="col-span-3 grid grid-cols-subgrid items-center">
      <span className="text-muted">{label}</span>
      <span aria-hidden className="h-1.5 rounded-full bg-hover">
        <span
          className="block h-full rounded-full bg-inverse"
          style={{ width: `${((average ?? 0) / SCORE_MAX) * 100}%` }}
        />
      </span>
      <span className="figures text-right">
        {formatRating(average)}
        {average != null && <span className="sr-only"> de {SCORE_MAX}</span>}
      </span>
    </li>
  )
}
