import { REALTIME_SUBSCRIBE_STATES, type RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, type NavigateFunction } from 'react-router'
import { getAuthorizedClient, type Client } from '@/api/client'
import { ownProfileQuery, type Role } from '@/api/profile'
import type { Row, TableName } from '@/api/tables'
import { invalidateAdmin } from '@/features/admin/queries'
import { invalidateContracts } from '@/features/contract/queries'
import { markDelivered, storeMessage } from '@/features/message/queries'
import { unreadQuery, withUnread } from '@/features/message/unread'
import { invalidateNotifications } from '@/features/notification/queries'
import { invalidateReviews } from '@/features/review/queries'
import { storeSiteImage } from '@/features/site-image/queries'
import { invalidateProposals } from '@/features/proposal/queries'
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

/** What is read once and then kept current by announcements. */
const LIVE = ['notifications', 'conversations', 'proposals', 'contracts']

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
  on(
    'profiles',
    'id',
    () => void queryClient.invalidateQueries({ queryKey: ownProfileQuery(profileId).queryKey }),
  )
  on('messages', 'to_id', (change) => messageChanged(queryClient, profileId, change))
  on('messages', 'from_id', (change) => messageChanged(queryClient, profileId, change))
  on('notifications', 'profile_id', (change) => notificationChanged(queryClient, navigate, change))
  on('reviews', 'subject_id', () => void invalidateReviews(queryClient))
  on('reviews', 'author_id', () => void invalidateReviews(queryClient))
  on(
    'site_images',
    undefined,
    (change) => change.eventType === 'UPDATE' && storeSiteImage(queryClient, change.new),
  )
  if (role === 'admin') on('reports', undefined, () => void invalidateAdmin(queryClient))
  else on('contracts', `${role}_id`, () => void invalidateContracts(queryClient))
  if (role === 'professional') on('proposals', 'professional_id', () => proposalChanged(queryClient))
  // A proposal does not name its company.
  if (role === 'company') on('proposals', undefined, () => proposalChanged(queryClient))
  return channel.subscribe((status) => {
    if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
      // Cut off: reading one's own profile tells whether the session still stands.
      void queryClient.invalidateQueries({ queryKey: ownProfileQuery(profileId).queryKey })
      return
    }
    // What happened while the connection was away was never announced, and
    // neither was what came between the page's first reading and joining.
    if (hasJoined) void queryClient.invalidateQueries()
    else LIVE.forEach((key) => void queryClient.invalidateQueries({ queryKey: [key] }))
    hasJoined = true
  })
}

function conversationChanged(
  queryClient: QueryClient,
  profileId: string,
  change: RealtimePostgresChangesPayload<Row<'conversations'>>,
): void {
  void queryClient.invalidateQueries({ queryKey: ['conversations', profileId, 'list'] })
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
  void invalidateNotifications(queryClient)
  if (change.eventType !== 'INSERT' || change.new.kind === 'message') return
  const { title, body, link } = change.new
  if (window.location.pathname === link.split('?')[0]) return
  toast({
    title,
    ...(body === '' ? {} : { description: body }),
    action: { label: 'Abrir', altText: 'Abra o sino de notificações', onClick: () => void navigate(link) },
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

function proposalChanged(queryClient: QueryClient): void {
  void invalidateProposals(queryClient)
  void queryClient.invalidateQueries({ queryKey: ['projects', 'own'] })
}
