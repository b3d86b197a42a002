import {
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  type RealtimePostgresChangesPayload,
} from '@supabase/supabase-js'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, type NavigateFunction } from 'react-router'
import { getAuthorizedClient, type Client } from '@/api/client'
import { after, invalidate } from '@/api/invalidation'
import type { Role } from '@/api/session/party'
import type { Row, TableName } from '@/api/tables'
import { hearMessage } from '@/features/message/queries'
import { markDelivered } from '@/features/message/outbox/sending'
import { unreadQuery, withUnread } from '@/features/message/unread'
import { useDelivery } from '@/features/message/outbox/delivery'
import { storeSiteImage } from '@/features/site-image/queries'
import { noticePath } from '@/lib/navigation/notice-routes'
import { toast } from '@/lib/toast'
import { liveTablesOfParty, liveTablesOfPage, pageSubject, type LiveTable } from './live-tables'
import { throttle } from '@/lib/timing'

/**
 * The one place where changes from the server enter the query cache. A feature exports the function that
 * patches its data; here it is connected.
 */
export default function Realtime({ profileId, party }: RealtimeProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const partyId = party?.id
  const role = party?.role
  useDelivery(profileId)
  useEffect(() => {
    const actsFor = partyId !== undefined && role !== undefined ? { id: partyId, role } : null
    const listening = getAuthorizedClient().then((client) => ({
      client,
      channel: listen(client, { queryClient, navigate, profileId, party: actsFor }),
    }))
    return stopOnLeaving(listening)
  }, [queryClient, navigate, profileId, partyId, role])
  usePageTables(queryClient)
  return null
}

/** Subscribes to the deal or the project of the open page. */
function usePageTables(queryClient: QueryClient): void {
  const { pathname } = useLocation()
  const page = pageSubject(pathname)
  useEffect(() => {
    if (page === undefined) return
    const listening = getAuthorizedClient().then((client) => {
      const channel = client.channel(`page:${page}`)
      hearAll(channel, queryClient, liveTablesOfPage(page))
      return { client, channel: channel.subscribe() }
    })
    return stopOnLeaving(listening)
  }, [queryClient, page])
}

/** Without a connection the page still works; the next load catches up. */
function stopOnLeaving(listening: Promise<{ client: Client; channel: RealtimeChannel }>): () => void {
  listening.catch(() => undefined)
  return () => {
    listening.then(
      ({ client, channel }) => void client.removeChannel(channel),
      () => undefined,
    )
  }
}

type RealtimeProps = { profileId: string; party: { id: string; role: Role } | null }
type Listener = RealtimeProps & { queryClient: QueryClient; navigate: NavigateFunction }

/** The polling interval, in milliseconds, where the server announces nothing. */
const lookEvery = 60_000

function listen(client: Client, listener: Listener) {
  const { queryClient, profileId, party } = listener
  let hasJoined = false
  const isLookDue = throttle(lookEvery)
  const channel = client.channel(`changes:${profileId}:${party?.id ?? ''}`)
  hearPerson(channel, listener)
  if (party !== null) hearAll(channel, queryClient, liveTablesOfParty(profileId, party))
  return channel.subscribe((status) => {
    if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
      // After a disconnection, reading the own profile tells whether the session is still valid.
      void invalidate(queryClient, after.ownProfileNews(profileId))
      // A server without announcements refuses them for as long as it runs.
      if (!hasJoined && isLookDue()) void invalidate(queryClient, after.connecting)
      return
    }
    // Neither changes during a disconnection nor those between the first read of the page and the
    // subscription were announced.
    if (hasJoined) void invalidate(queryClient, after.reconnecting)
    else void invalidate(queryClient, after.connecting)
    hasJoined = true
  })
}

/** The tables of a person, for whichever party they act. */
function hearPerson(channel: RealtimeChannel, { queryClient, navigate, profileId }: Listener): void {
  on(channel, 'conversations', `owner_id=eq.${profileId}`, (change) =>
    conversationChanged(queryClient, profileId, change),
  )
  on(channel, 'profiles', `id=eq.${profileId}`, () => {
    void invalidate(queryClient, after.ownProfileNews(profileId))
  })
  on(channel, 'memberships', `person_id=eq.${profileId}`, () => {
    void invalidate(queryClient, after.membershipNews(profileId))
  })
  on(channel, 'messages', `to_id=eq.${profileId}`, (change) => messageChanged(queryClient, profileId, change))
  on(channel, 'messages', `from_id=eq.${profileId}`, (change) =>
    messageChanged(queryClient, profileId, change),
  )
  on(channel, 'notifications', `profile_id=eq.${profileId}`, (change) =>
    notificationChanged(queryClient, navigate, change),
  )
  on(channel, 'site_images', undefined, (change) => {
    if (change.eventType === 'UPDATE') storeSiteImage(queryClient, change.new)
  })
}

/** Invalidates queries when rows change. */
function hearAll(channel: RealtimeChannel, queryClient: QueryClient, heard: readonly LiveTable[]): void {
  for (const { table, filter, stale } of heard)
    on(channel, table, filter, () => void invalidate(queryClient, stale))
}

function on<Name extends TableName>(
  channel: RealtimeChannel,
  table: Name,
  filter: string | undefined,
  changed: (change: RealtimePostgresChangesPayload<Row<Name>>) => void,
): void {
  channel.on<Row<Name>>(
    'postgres_changes',
    { event: '*', schema: 'public', table, ...(filter === undefined ? {} : { filter }) },
    changed,
  )
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

/**
 * Shows a toast for each notification, except for messages, which have a badge, and for the page that is
 * open.
 */
function notificationChanged(
  queryClient: QueryClient,
  navigate: NavigateFunction,
  change: RealtimePostgresChangesPayload<Row<'notifications'>>,
): void {
  void invalidate(queryClient, after.notificationChange)
  // Only professionals who proposed are notified of a changed project.
  if (change.eventType !== 'DELETE' && change.new.subject_kind === 'proposal')
    void invalidate(queryClient, after.proposalNews)
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
  // The next read of the conversation shows what could not be fetched here.
  hearMessage(queryClient, change.new).catch(() => undefined)
  // A missed mark is set when the conversation is opened.
  if (change.eventType === 'INSERT' && change.new.to_id === profileId)
    markDelivered(change.new.id).catch(() => undefined)
}
