import { queryOptions, usePrefetchQuery } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'

/** The period of the dashboard's figures; they are compared with the same number of days before. */
export const ACTIVITY_DAYS = 30

/** A party's daily figures, oldest first: views, proposals, projects. */
export function activityQuery(partyId: string) {
  return queryOptions({
    queryKey: keys.activity.of(partyId),
    queryFn: ({ signal }) =>
      request((client) =>
        client.rpc('my_activity', { days: 2 * ACTIVITY_DAYS, party: partyId }).abortSignal(signal),
      ),
  })
}

/** Starts to load a party's activity before its charts are shown. */
export function usePrefetchActivity(partyId: string): void {
  usePrefetchQuery(activityQuery(partyId))
}
