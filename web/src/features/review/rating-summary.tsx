import { useQuery } from '@tanstack/react-query'
import type { Side } from '@/features/review/axes'
import { AxisAverages } from '@/features/review/axis-averages'
import { countRatings, ratingsQuery, summarize, type Review } from '@/features/review/queries'
import { formatCount, formatNumber, formatRating } from '@/lib/format'
import { Card } from '@/ui/card'

type RatingSummaryProps = {
  profileId: string
  side: Side
  reviews: readonly Review[]
  /** Whether these are all: then nothing has to be asked. */
  isWhole: boolean
}

/** The average and how it comes about; nothing until every review is counted. */
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
