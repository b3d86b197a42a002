import { useInfiniteQuery } from '@tanstack/react-query'
import { totalOf } from '@/api/request/counted-pages'
import { mediatedProofsQuery } from '@/features/fiscal/proof/mediation-query'

/** How many proofs of withheld taxes wait for a decision, and whether their first load is under way. */
export function useMediationCount() {
  const { data, isLoading } = useInfiniteQuery(mediatedProofsQuery())
  return { count: data && totalOf(data), isLoading }
}
