import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request, requestCounted } from '@/api/request/request'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Json } from '@/api/schema'
import type { Insert, Row } from '@/api/tables'

const PAGE_SIZE = 20
/** The server's own time, which keeps the request the same for everybody. */
const NOW = 'now'
const RATINGS = [5, 4, 3, 2, 1] as const

type Person = Pick<Row<'profiles'>, 'id' | 'name' | 'role' | 'avatar_url' | 'avatar_seed'>

export type Review = Pick<
  Row<'reviews'>,
  'id' | 'rating' | 'axes' | 'content' | 'answer' | 'answered_at' | 'published_at' | 'created_at'
> & {
  /** Null for a person who left. */
  author: Person | null
}

/** The published reviews of a profile, a page at a time, newest first. */
export function reviewsAboutQuery(profileId: string) {
  return countedPages(keys.reviews.about(profileId), PAGE_SIZE, (client) =>
    client
      .from('reviews')
      .select(
        'id, rating, axes, content, answer, answered_at, published_at, created_at, author:profiles!author_id(id, name, role, avatar_url, avatar_seed)',
        { count: 'estimated' },
      )
      .eq('subject_id', profileId)
      .lte('published_at', NOW)
      .order('published_at', { ascending: false })
      .order('id', { ascending: false }),
  )
}

/** How often a profile got each rating, for more reviews than one page shows. */
export function ratingsQuery(profileId: string) {
  return queryOptions({
    queryKey: keys.reviews.ratings(profileId),
    queryFn: ({ signal }) =>
      Promise.all(
        RATINGS.map(async (rating) => ({ rating, count: await countRating(profileId, rating, signal) })),
      ),
  })
}

async function countRating(profileId: string, rating: number, signal: AbortSignal): Promise<number> {
  const { total } = await requestCounted((client) =>
    client
      .from('reviews')
      .select('id', { count: 'estimated' })
      .eq('subject_id', profileId)
      .eq('rating', rating)
      .lte('published_at', NOW)
      .limit(1)
      .abortSignal(signal),
  )
  return total
}

export type WrittenReview = Pick<
  Row<'reviews'>,
  'id' | 'rating' | 'axes' | 'content' | 'published_at' | 'created_at'
> & {
  /** Null for a person who left. */
  subject: { id: string; name: string } | null
}

/** The reviews that a member wrote, a page at a time, hidden ones included. */
export function writtenReviewsQuery(authorId: string) {
  return countedPages(keys.reviews.by(authorId), PAGE_SIZE, (client) =>
    client
      .from('reviews')
      .select('id, rating, axes, content, published_at, created_at, subject:profiles!subject_id(id, name)', {
        count: 'estimated',
      })
      .eq('author_id', authorId)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false }),
  )
}

/** The track record; null is a share of too few contracts. */
export type TrackRecord = {
  profile_id: string
  contracts_completed: number
  contracts_ended_early: number
  contracts_withdrawn: number
  contracts_in_dispute: number
  on_time_percent: number | null
  paid_on_time_percent: number | null
  axes: Json
}

/** The records of up to a hundred parties; parties that the reader may not see have none. */
export function trackRecordsQuery(profileIds: readonly string[]) {
  const wanted = [...new Set(profileIds)].sort()
  return queryOptions({
    queryKey: keys.reviews.records(wanted),
    queryFn: ({ signal }): Promise<TrackRecord[]> =>
      request((client) =>
        client.rpc('track_records', { profile_ids: wanted }, { get: true }).abortSignal(signal),
      ),
  })
}

type DebtRecord = { profile_id: string; debts: number; oldest_days: number }

/** A company's overdue debts: their number, and the age of the oldest. */
export function debtRecordQuery(companyId: string) {
  return queryOptions({
    queryKey: keys.reviews.debts(companyId),
    queryFn: ({ signal }): Promise<DebtRecord[]> =>
      request((client) =>
        client.rpc('debt_records', { profile_ids: [companyId] }, { get: true }).abortSignal(signal),
      ),
  })
}

export function writeReview(queryClient: QueryClient) {
  return {
    mutationFn: (
      review: Pick<Insert<'reviews'>, 'contract_id' | 'author_id' | 'rating' | 'axes' | 'content'>,
    ) => requestOnce((client) => client.from('reviews').insert(review)),
    onSuccess: () => void invalidate(queryClient, after.reviewChange),
  }
}

export function answerReview(queryClient: QueryClient) {
  return {
    mutationFn: ({ id, answer }: { id: string; answer: string }) =>
      requestOnce((client) => client.from('reviews').update({ answer }).eq('id', id).select('id').single()),
    onSuccess: () => void invalidate(queryClient, after.reviewChange),
  }
}

type RatingCount = { rating: number; count: number }

/** How often each rating is among these reviews, five first. */
export function countRatings(reviews: readonly { rating: number }[]): RatingCount[] {
  return RATINGS.map((rating) => ({
    rating,
    count: reviews.filter((review) => review.rating === rating).length,
  }))
}

/** How many ratings there are, and their average; null without any. */
export function summarize(counts: readonly RatingCount[]) {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const points = counts.reduce((sum, { rating, count }) => sum + rating * count, 0)
  return { total, average: total === 0 ? null : points / total }
}
