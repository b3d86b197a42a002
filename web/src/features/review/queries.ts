import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { after, invalidate, keys } from '@/api/keys'
import type { Insert, Row } from '@/api/tables'

const REVIEWS_MAX = 200

type Person = Pick<Row<'profiles'>, 'id' | 'name' | 'role' | 'avatar_url' | 'avatar_seed'>

export type Review = Pick<
  Row<'reviews'>,
  'id' | 'rating' | 'content' | 'answer' | 'answered_at' | 'published_at' | 'created_at'
> & {
  /** Null for somebody who left. */
  author: Person | null
}

/** What others said of a profile, published reviews only, the newest first. */
export function reviewsAboutQuery(profileId: string) {
  return queryOptions({
    queryKey: keys.reviews.about(profileId),
    queryFn: ({ signal }): Promise<Review[]> =>
      ask((client) =>
        client
          .from('reviews')
          .select(
            'id, rating, content, answer, answered_at, published_at, created_at, author:profiles!author_id(id, name, role, avatar_url, avatar_seed)',
          )
          .eq('subject_id', profileId)
          .lte('published_at', new Date().toISOString())
          .order('published_at', { ascending: false })
          .limit(REVIEWS_MAX)
          .abortSignal(signal),
      ),
  })
}

export type WrittenReview = Pick<
  Row<'reviews'>,
  'id' | 'rating' | 'content' | 'published_at' | 'created_at'
> & {
  /** Null for somebody who left. */
  subject: { id: string; name: string } | null
  isHidden: boolean
}

/** What a member wrote, hidden reviews included. */
export function writtenReviewsQuery(authorId: string) {
  return queryOptions({
    queryKey: keys.reviews.by(authorId),
    queryFn: async ({ signal }): Promise<WrittenReview[]> => {
      const rows = await ask((client) =>
        client
          .from('reviews')
          .select('id, rating, content, published_at, created_at, subject:profiles!subject_id(id, name)')
          .eq('author_id', authorId)
          .order('created_at', { ascending: false })
          .limit(REVIEWS_MAX)
          .abortSignal(signal),
      )
      return rows.map((row) => ({ ...row, isHidden: Date.parse(row.published_at) > Date.now() }))
    },
  })
}

export function writeReview(queryClient: QueryClient) {
  return {
    mutationFn: (review: Pick<Insert<'reviews'>, 'contract_id' | 'author_id' | 'rating' | 'content'>) =>
      ask((client) => client.from('reviews').insert(review)),
    onSuccess: () => void invalidate(queryClient, after.reviewChange),
  }
}

export function answerReview(queryClient: QueryClient) {
  return {
    mutationFn: ({ id, answer }: { id: string; answer: string }) =>
      ask((client) => client.from('reviews').update({ answer }).eq('id', id).select('id').single()),
    onSuccess: () => void invalidate(queryClient, after.reviewChange),
  }
}

/** The average, and how many reviews gave each rating, five first. */
export function summarize(reviews: readonly { rating: number }[]) {
  const total = reviews.reduce((sum, review) => sum + review.rating, 0)
  return {
    average: reviews.length === 0 ? null : total / reviews.length,
    counts: [5, 4, 3, 2, 1].map((rating) => ({
      rating,
      count: reviews.filter((review) => review.rating === rating).length,
    })),
  }
}
