import { useQuery } from '@tanstack/react-query'
import { deskQuery } from '@/features/desk/queries'

/** The figures of money, and whether their first load is under way. */
export function useMoneyFigures() {
  const { data, isLoading } = useQuery(deskQuery())
  return { data, isLoading }
}
