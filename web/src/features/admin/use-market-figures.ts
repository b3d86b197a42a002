import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '@/features/admin/queries'

/** The figures of moderation, and whether their first load is under way. */
export function useMarketFigures() {
  const { data, isLoading } = useQuery(overviewQuery())
  return { data, isLoading }
}
