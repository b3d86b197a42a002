import { queryOptions } from '@tanstack/react-query'
import { getConfig } from '@/api/client'

/** What the server tells the page about itself; it does not change while the page is open. */
export function configQuery() {
  return queryOptions({ queryKey: ['config'], queryFn: getConfig, staleTime: Infinity })
}
