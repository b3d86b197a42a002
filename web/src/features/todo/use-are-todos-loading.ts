import { useQuery } from '@tanstack/react-query'
import { todosQuery } from '@/features/todo/queries'

/** Whether the first load of a party's todos has neither succeeded nor failed yet. */
export function useAreTodosLoading(partyId: string): boolean {
  return useQuery(todosQuery(partyId)).isLoading
}
