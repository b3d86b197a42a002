import { queryOptions } from '@tanstack/react-query'
import { getConfig } from '@/api/client'
import { keys } from '@/api/keys'

/** What the server tells the page about itself; it does not change while the page is open. */
export function configQuery() {
  return queryOptions({ queryKey: keys.config, queryFn: getConfig, staleTime: Infinity })
}
