import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { keys } from '@/api/keys'

/** How far back the figures of a dashboard go. */
export const ACTIVITY_DAYS = 30

/** The member's own figures a day, oldest first: views, proposals, projects. */
export function activityQuery(profileId: string) {
  return queryOptions({
    queryKey: keys.activity.of(profileId),
    queryFn: ({ signal }) =>
      ask((client) => client.rpc('my_activity', { days: ACTIVITY_DAYS }).abortSignal(signal)),
  })
}
