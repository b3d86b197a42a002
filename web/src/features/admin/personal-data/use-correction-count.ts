import { useInfiniteQuery } from '@tanstack/react-query'
import { totalOf } from '@/api/request/counted-pages'
import { correctionsQuery } from '@/features/admin/personal-data/personal-data-queries'

/** How many corrections of CPF or CNPJ wait for a decision, and whether their first load is under way. */
export function useCorrectionCount() {
  const { data, isLoading } = useInfiniteQuery(correctionsQuery())
  return { count: data && totalOf(data), isLoading }
}
