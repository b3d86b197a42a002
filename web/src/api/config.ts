import { queryOptions } from '@tanstack/react-query'
import { getConfig } from '@/api/client'
import { keys } from '@/api/keys'

/** The settings of the server; they do not change while the page is open. */
export function configQuery() {
  return queryOptions({ queryKey: keys.config, queryFn: getConfig, staleTime: Infinity })
}
