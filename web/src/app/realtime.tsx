import { REALTIME_SUBSCRIBE_STATES, type RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, type NavigateFunction } from 'react-router'
import { getAuthorizedClient, type Client } from '@/api/client'
import { after, invalidate } from '@/api/keys'
import type { Role } from '@/api/profile'
import type { Row, TableName } from '@/api/tables'
import { markDelivered, storeMessage } from '@/features/message/queries'
import { unreadQuery, withUnread } from '@/features/message/unread'
import { storeSiteImage } from '@/features/site-image/queries'
import { noticePath } from '@/lib/notice-routes'
import { toast } from '@/ui/toast'

/**
 * The one place where changes from the server enter the query cache. A feature
 * exports what a change does to its data; here it is connected.
 */
export default function Realtime({ profileId, role }: { profileId: string; role: Role }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    const listening = getAuthorizedClient().then((client) => ({
      client,
      channel: listen(client, { queryClient, navigate, profileId, role }),
    }))
    // Without a connection the page still works; the next load catches up.
    listening.catch(() => undefined)
    return () => {
      listening.then(
        ({ client, channel }) => void client.removeChannel(channel),
        () => undefined,
      )
    }
  }, [queryClient, navigate, profileId, role])
  return null
}

type Listener = { queryClient: QueryClient; navigate: NavigateFunction; profileId: string; role: Role }

/** Filters name the member wherever a column does: the server then asks about fewer rows. */
function listen(client: Client, { queryClient, navigate, profileId, role }: Listener) {
  let hasJoined = false
  const channel = client.channel(`changes:${profileId}`)
  const on = <Name extends TableName>(
    table: Name,
    column: string | undefined,
    changed: (change: RealtimePostgresChangesPayload<Row<Name>>) => void,
  ) =>
    channel.on<Row<Name>>(
      'postgres_changes',
      { event: '*', schema: 'public', table, ...(column && { filter: `${column}=eq.${profileId}` }) },
      changed,
    )
  on('conversations', 'owner_id', (change) => conversationChanged(queryClient, profileId, change))
  on('profiles', 'id', () => void invalidate(queryClient, after.ownProfileNews(profileId)))
  on('messages', 'to_id', (change) => messageChanged(queryClient, profileId, change))
  on('messages', 'from_id', (change) => messageChanged(queryClient, profileId, change))
  on('notifications', 'profile_id', (change) => notificationChanged(queryClient, navigate, change))
  on('reviews', 'subject_id', () => void invalidate(queryClient, after.reviewChange))
  on('reviews', 'author_id', () => void invalidate(queryClient, after.reviewChange))
  on(
    'site_images',
    undefined,
    (change) => change.eventType === 'UPDATE' && storeSiteImage(queryClient, change.new),
  )
  if (role === 'admin') on('reports', undefined, () => void invalidate(queryClient, after.adminNews))
  else on('contracts', `${role}_id`, () => void invalidate(queryClient, after.contractStep))
  if (role === 'professional')
    on('proposals', 'professional_id', () => void invalidate(queryClient, after.proposalNews))
  // A proposal does not name its company.
  if (role === 'company') on('proposals', undefined, () => void invalidate(queryClient, after.proposalNews))
  return channel.subscribe((status) => {
    if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
      // Cut off: reading one's own profile tells whether the session still stands.
      void invalidate(queryClient, after.ownProfileNews(profileId))
      return
    }
    // What happened while the connection was away was never announced, and
    // neither was what came between the page's first reading and joining.
    if (hasJoined) void invalidate(queryClient, after.reconnecting)
    else void invalidate(queryClient, after.connecting)
    hasJoined = true
  })
}

function conversationChanged(
  queryClient: QueryClient,
  profileId: string,
  change: RealtimePostgresChangesPayload<Row<'conversations'>>,
): void {
  void invalidate(queryClient, after.conversationNews(profileId))
  if (change.eventType === 'DELETE') return
  const { partner_id, unread_count } = change.new
  queryClient.setQueryData(
    unreadQuery(profileId).queryKey,
    (unread) => unread && withUnread(unread, partner_id, unread_count),
  )
}

/** News of messages has its own badge; everything else is also said once, unless it is being looked at. */
function notificationChanged(
  queryClient: QueryClient,
  navigate: NavigateFunction,
  change: RealtimePostgresChangesPayload<Row<'notifications'>>,
): void {
  void invalidate(queryClient, after.notificationChange)
  if (change.eventType !== 'INSERT' || change.new.kind === 'message') return
  const { title, body } = change.new
  const path = noticePath(change.new)
  if (window.location.pathname === path.split('?')[0]) return
  toast({
    title,
    ...(body === '' ? {} : { description: body }),
    action: { label: 'Abrir', altText: 'Abra o sino de notificações', onClick: () => void navigate(path) },
  })
}

function messageChanged(
  queryClient: QueryClient,
  profileId: string,
  change: RealtimePostgresChangesPayload<Row<'messages'>>,
): void {
  if (change.eventType === 'DELETE') return
  storeMessage(queryClient, change.new)
  // A missed mark is set when the conversation is opened.
  if (change.eventType === 'INSERT' && change.new.to_id === profileId)
    markDelivered(change.new.id).catch(() => undefined)
}
