import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { writtenReviewsQuery, type WrittenReview } from '@/features/review/queries'
import { ReviewScores } from './axes'
import { formatDate } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { MorePages } from '@/ui/load-more'
import { Rating } from '@/ui/rating'

/** The reviews that the member wrote, and whether each is published. */
export function WrittenReviews({ authorId }: { authorId: string }) {
  const query = useInfiniteQuery(writtenReviewsQuery(authorId))
  if (query.data === undefined) return null
  const reviews = rowsOf(query.data)
  if (reviews.length === 0) return null
  return (
    <section aria-labelledby="written" className="mt-10 flex flex-col gap-3">
      <h2 id="written" className="text-lg font-semibold">
        Avaliações que você escreveu
      </h2>
      <ul className="flex flex-col gap-3">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={reviews.length} total={totalOf(query.data)} noun="avaliações" />
    </section>
  )
}

function ReviewCard({ review }: { review: WrittenReview }) {
  const [openedAt] = useState(() => Date.now())
  const isHidden = Date.parse(review.published_at) > openedAt
  return (
    <Card className="flex flex-col gap-2 p-5">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <span className="min-w-0 font-medium text-ink">{review.subject?.name ?? 'Usuário removido'}</span>
        <Rating value={review.rating} />
        <time dateTime={review.created_at}>{formatDate(review.created_at)}</time>
        {isHidden && <Badge tone="info">Oculta até {formatDate(review.published_at)}</Badge>}
      </p>
      <p className="max-w-measure break-words whitespace-pre-line">{review.content}</p>
      <ReviewScores axes={review.axes} />
    </Card>
  )
}
