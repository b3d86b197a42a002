import { queryOptions } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { keys } from '@/api/keys'

/** The Pix code of a milestone: created on first request, and the same while it is open. */
export function pixQuery(milestoneId: string) {
  return queryOptions({
    queryKey: keys.contracts.pix(milestoneId),
    queryFn: () => requestOnce((client) => client.rpc('fund_milestone', { milestone_id: milestoneId })),
    gcTime: 0,
    retry: false,
  })
}
