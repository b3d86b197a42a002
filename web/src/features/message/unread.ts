import { queryOptions, useQuery } from '@tanstack/react-query'
import { keys } from '@/api/keys'
import { request } from '@/api/request/request'

/** Unread messages by the partner who sent them. */
type UnreadByPartner = Readonly<Record<string, number>>

export function unreadQuery(ownerId: string) {
  return queryOptions({
    queryKey: keys.conversations.unread(ownerId),
    queryFn: ({ signal }) => fetchUnread(ownerId, signal),
    staleTime: Infinity, // Realtime keeps it current.
  })
}

function totalUnread(unread: UnreadByPartner): number {
  return Object.values(unread).reduce((total, count) => total + count, 0)
}

/** What a changed conversation does to the counts. */
export function withUnread(unread: UnreadByPartner, partnerId: string, count: number): UnreadByPartner {
  return { ...unread, [partnerId]: count }
}

async function fetchUnread(ownerId: string, signal: AbortSignal): Promise<UnreadByPartner> {
  const rows = await request((data) =>
    data
      .from('conversations')
      .select('partner_id, unread_count')
      .eq('owner_id', ownerId)
      .gt('unread_count', 0)
      .abortSignal(signal),
  )
  return Object.fromEntries(rows.map((row) => [row.partner_id, row.unread_count]))
}

/** How many messages the signed-in person has not read. */
export function useUnread(profileId: string): number {
  const { data = 0 } = useQuery({ ...unreadQuery(profileId), select: totalUnread })
  return data
}
