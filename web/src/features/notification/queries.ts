import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request, requestCounted } from '@/api/request/request'
import { countedPages } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { toast } from '@/lib/toast'

const PAGE_SIZE = 20
const COLUMNS = 'id, kind, title, body, subject_kind, subject_id, count, read, created_at'

export type Notification = Pick<
  Row<'notifications'>,
  'id' | 'kind' | 'title' | 'body' | 'subject_kind' | 'subject_id' | 'count' | 'read' | 'created_at'
>

/** A member's notifications, newest first; an empty kind stands for all. */
export function notificationsQuery(profileId: string, kind: Notification['kind'] | '' = '') {
  return countedPages(keys.notifications.list(profileId, kind), PAGE_SIZE, (client) => {
    let request = client
      .from('notifications')
      .select(COLUMNS, { count: 'estimated' })
      .eq('profile_id', profileId)
    if (kind !== '') request = request.eq('kind', kind)
    return request.order('created_at', { ascending: false }).order('id', { ascending: false })
  })
}

/** How many notifications a member has not read. */
export function unreadNotificationsQuery(profileId: string) {
  return queryOptions({
    queryKey: keys.notifications.unread(profileId),
    queryFn: async ({ signal }) => {
      const { total } = await requestCounted((client) =>
        client
          .from('notifications')
          .select('id', { count: 'estimated' })
          .eq('profile_id', profileId)
          .eq('read', false)
          .limit(1)
          .abortSignal(signal),
      )
      return total
    },
  })
}

export function markNotificationRead(queryClient: QueryClient) {
  return {
    mutationFn: (id: string) =>
      request((client) => client.from('notifications').update({ read: true }).eq('id', id).eq('read', false)),
    onError: sayUnmarked,
    onSettled: () => invalidate(queryClient, after.notificationChange),
  }
}

export function markAllNotificationsRead(queryClient: QueryClient, profileId: string) {
  return {
    mutationFn: () =>
      request((client) =>
        client.from('notifications').update({ read: true }).eq('profile_id', profileId).eq('read', false),
      ),
    onError: sayUnmarked,
    onSettled: () => invalidate(queryClient, after.notificationChange),
  }
}

function sayUnmarked(error: unknown) {
  toast({ variant: 'destructive', title: 'Notificação não marcada', description: errorSentence(error) })
}
