import { useInfiniteQuery } from '@tanstack/react-query'
import { runningContractsQuery } from '@/features/contract/queries'

/** Whether the first load of a party's running contracts has neither succeeded nor failed yet. */
export function useAreContractsLoading(partyId: string): boolean {
  return useInfiniteQuery(runningContractsQuery(partyId)).isLoading
}
