import { useQuery } from '@tanstack/react-query'
import { totalUnread, unreadQuery } from '@/features/message/unread'

/** How many messages the signed-in person has not read. */
export function useUnread(profileId: string): number {
  const { data = 0 } = useQuery({ ...unreadQuery(profileId), select: totalUnread })
  return data
}
