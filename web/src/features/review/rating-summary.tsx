import { useQuery } from '@tanstack/react-query'
import { type Side, AXES, readScores } from './axes'
import { countRatings, ratingsQuery, summarize, type Review, trackRecordsQuery } from './queries'
import { formatCount, formatNumber, formatRating } from '@/lib/format'
import { Card } from '@/ui/card'

type RatingSummaryProps = {
  profileId: string
  side: Side
  reviews: readonly Review[]
  /** Whether these are all reviews: then no request is needed. */
  isWhole: boolean
}

/** The average and the distribution of the ratings; nothing until all reviews are counted. */
export function RatingSummary({ profileId, side, reviews, isWhole }: RatingSummaryProps) {
  const { data } = useQuery({ ...ratingsQuery(profileId), enabled: !isWhole })
  const counts = isWhole ? countRatings(reviews) : data
  if (counts === undefined) return null
  const { total, average } = summarize(counts)
  return (
    <Card className="flex flex-wrap items-center gap-x-10 gap-y-4 p-5">
      <div>
        <p className="figures text-3xl font-medium">{formatRating(average)}</p>
        <p className="text-sm text-muted">{formatCount(total, 'avaliação', 'avaliações')}</p>
      </div>
      <table className="text-sm">
        <caption className="sr-only">Quantas avaliações por nota</caption>
        <tbody>
          {counts.map(({ rating, count }) => (
            <tr key={rating}>
              <th scope="row" className="figures pr-3 text-right font-normal text-muted">
                {rating}
                <span className="sr-only">{rating === 1 ? ' estrela' : ' estrelas'}</span>
              </th>
              <td aria-hidden className="w-40 py-1">
                <div className="h-1.5 rounded-full bg-hover">
                  <div
                    className="h-full rounded-full bg-inverse"
                    style={{ width: `${(count / total) * 100}%` }}
                  />
                </div>
              </td>
              <td className="figures pl-3 text-muted">{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <AxisAverages profileId={profileId} side={side} />
    </Card>
  )
}

const SCORE_MAX = 5

/** The average of each axis, with each counterpart counted once; nothing until it is loaded. */
function AxisAverages({ profileId, side }: { profileId: string; side: Side }) {
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
