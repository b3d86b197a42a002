import { REALTIME_SUBSCRIBE_STATES, type RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getAuthorizedClient, type Client } from '@/api/client'
import { ownProfileQuery } from '@/api/profile'
import type { Row } from '@/api/tables'
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
export default function Realtime({ profileId }: { profileId: string }) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const listening = getAuthorizedClient().then((client) => ({
      client,
      channel: listen(client, queryClient, profileId),
    }))
    // Without a connection the page still works; the next load catches up.
    listening.catch(() => undefined)
    return () => {
      listening.then(
        ({ client, channel }) => void client.removeChannel(channel),
        () => undefined,
      )
    }
  }, [queryClient, profileId])
  return null
}

/** What is read once and then kept current by announcements. */
const LIVE = ['notifications', 'conversations', 'proposals', 'contracts']

function listen(client: Client, queryClient: QueryClient, profileId: string) {
  let hasJoined = false
  return client
    .channel(`changes:${profileId}`)
    .on<Row<'conversations'>>(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'conversations', filter: `owner_id=eq.${profileId}` },
      (change) => conversationChanged(queryClient, profileId, change),
    )
    .on<Row<'profiles'>>(
      'postgres_changes',
      { event: 'UPDATE', schema: 'public', table: 'profiles', filter: `id=eq.${profileId}` },
      () => void queryClient.invalidateQueries({ queryKey: ownProfileQuery(profileId).queryKey }),
    )
    .on<Row<'messages'>>(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'messages' },
      (change) => messageArrived(queryClient, profileId, change.new),
    )
    .on<Row<'messages'>>(
      'postgres_changes',
      { event: 'UPDATE', schema: 'public', table: 'messages' },
      (change) => storeMessage(queryClient, change.new),
    )
    .on<Row<'notifications'>>(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'notifications', filter: `profile_id=eq.${profileId}` },
      (change) => notificationChanged(queryClient, change),
    )
    .on<Row<'contracts'>>(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'contracts' },
      () => void invalidateContracts(queryClient),
    )
    .on<Row<'reports'>>(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'reports' },
      () => void invalidateAdmin(queryClient),
    )
    .on<Row<'reviews'>>(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'reviews' },
      () => void invalidateReviews(queryClient),
    )
    .on<Row<'proposals'>>('postgres_changes', { event: '*', schema: 'public', table: 'proposals' }, () =>
      proposalChanged(queryClient),
    )
    .on<Row<'site_images'>>(
      'postgres_changes',
      { event: 'UPDATE', schema: 'public', table: 'site_images' },
      (change) => storeSiteImage(queryClient, change.new),
    )
    .subscribe((status) => {
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
  change: RealtimePostgresChangesPayload<Row<'notifications'>>,
): void {
  void invalidateNotifications(queryClient)
  if (change.eventType !== 'INSERT' || change.new.kind === 'message') return
  const { title, body, link } = change.new
  if (window.location.pathname === link.split('?')[0]) return
  toast({ title, ...(body === '' ? {} : { description: body }) })
}

function messageArrived(queryClient: QueryClient, profileId: string, message: Row<'messages'>): void {
  storeMessage(queryClient, message)
  // A missed mark is set when the conversation is opened.
  if (message.to_id === profileId) markDelivered(message.id).catch(() => undefined)
}

function proposalChanged(queryClient: QueryClient): void {
  void invalidateProposals(queryClient)
  void queryClient.invalidateQueries({ queryKey: ['projects', 'own'] })
}
