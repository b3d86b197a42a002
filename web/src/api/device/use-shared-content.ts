import { queryOptions, useQuery } from '@tanstack/react-query'
import { readSharedContent } from '@/api/device/share-target'
import { keys } from '@/api/keys'

/** Never cached: the content is gone once a conversation takes it. */
function sharedContentQuery() {
  return queryOptions({ queryKey: keys.shared, queryFn: readSharedContent, staleTime: 0, gcTime: 0 })
}

/** The content that was shared; null where there is none. */
export function useSharedContent() {
  const { data, isPending } = useQuery(sharedContentQuery())
  return { data, isPending }
}
