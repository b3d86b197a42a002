import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { type Side, ReviewScores } from './axes'
import { reviewsAboutQuery, type Review } from '@/features/review/queries'
import { RatingSummary } from '@/features/review/rating-summary'
import { formatDate } from '@/lib/format'
import { kindOf } from '@/lib/person/person'
import { Avatar } from '@/ui/avatar'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { Rating } from '@/ui/rating'
import { Loading, Skeleton } from '@/ui/skeleton'

type ReviewListProps = {
  profileId: string
  /** The role of the profile, which decides the axes. */
  side: Side
  /** Shown instead of an empty list. */
  empty: ReactNode
  /** The action for a review without an answer, for its subject. */
  answer?: (review: Review) => ReactNode
}

/** The reviews of a profile, with the average and its distribution. */
export function ReviewList({ profileId, side, empty, answer }: ReviewListProps) {
  const query = useInfiniteQuery(reviewsAboutQuery(profileId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando avaliações…">
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  const reviews = rowsOf(query.data)
  if (reviews.length === 0) return empty
  return (
    <div className="flex flex-col gap-4">
      <RatingSummary profileId={profileId} side={side} reviews={reviews} isWhole={!query.hasNextPage} />
      <ul aria-label="Avaliações" className="flex flex-col gap-4">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} answer={answer} />
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={reviews.length} total={totalOf(query.data)} noun="avaliações" />
    </div>
  )
}

function ReviewCard({ review, answer }: { review: Review; answer: ReviewListProps['answer'] }) {
  const name = review.author?.name ?? 'Usuário removido'
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex items-start gap-3">
        <Avatar
          name={name}
          kind={kindOf(review.author)}
          imageUrl={review.author?.avatar_url}
          seed={review.author?.avatar_seed}
        />
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words">{name}</p>
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <Rating value={review.rating} />
            <time dateTime={review.published_at}>{formatDate(review.published_at)}</time>
          </p>
        </div>
      </div>
      <p className="max-w-measure leading-relaxed break-words whitespace-pre-line">{review.content}</p>
      <ReviewScores axes={review.axes} />
      {review.answer !== null && (
        <blockquote className="border-l-2 border-line pl-4">
          <p className="text-sm font-medium">Resposta</p>
          <p className="max-w-measure break-words whitespace-pre-line text-muted">{review.answer}</p>
        </blockquote>
      )}
      {review.answer === null && answer?.(review)}
    </Card>
  )
}
