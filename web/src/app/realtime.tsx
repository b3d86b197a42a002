import {
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  type RealtimePostgresChangesPayload,
} from '@supabase/supabase-js'
import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, type NavigateFunction } from 'react-router'
import { getAuthorizedClient, type Client } from '@/api/client'
import { after, invalidate } from '@/api/keys'
import type { Role } from '@/api/profile'
import type { Row, TableName } from '@/api/tables'
import { hearMessage } from '@/features/message/queries'
import { markDelivered } from '@/features/message/sending'
import { unreadQuery, withUnread } from '@/features/message/unread'
import { useDelivery } from '@/features/message/use-delivery'
import { storeSiteImage } from '@/features/site-image/queries'
import { noticePath } from '@/lib/notice-routes'
import { toast } from '@/lib/toast'
import { seldom } from './seldom'

/**
 * The one place where changes from the server enter the query cache. A feature
 * exports what a change does to its data; here it is connected.
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
    // Without a connection the page still works; the next load catches up.
    listening.catch(() => undefined)
    return () => {
      listening.then(
        ({ client, channel }) => void client.removeChannel(channel),
        () => undefined,
      )
    }
  }, [queryClient, navigate, profileId, partyId, role])
  return null
}

type RealtimeProps = { profileId: string; party: { id: string; role: Role } | null }
type Listener = RealtimeProps & { queryClient: QueryClient; navigate: NavigateFunction }

/** How often is looked, in milliseconds, where nothing is announced. */
const lookEvery = 60_000

function listen(client: Client, listener: Listener) {
  const { queryClient, profileId, party } = listener
  let hasJoined = false
  const isLookDue = seldom(lookEvery)
  const channel = client.channel(`changes:${profileId}:${party?.id ?? ''}`)
  hearPerson(channel, listener)
  if (party !== null) hearParty(channel, queryClient, profileId, party)
  return channel.subscribe((status) => {
    if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
      // Cut off: reading one's own profile tells whether the session still stands.
      void invalidate(queryClient, after.ownProfileNews(profileId))
      // A server that cannot announce changes refuses for as long as it runs.
      if (!hasJoined && isLookDue()) void invalidate(queryClient, after.connecting)
      return
    }
    // What happened while the connection was away was never announced, and
    // neither was what came between the page's first reading and joining.
    if (hasJoined) void invalidate(queryClient, after.reconnecting)
    else void invalidate(queryClient, after.connecting)
    hasJoined = true
  })
}

/** What is a person's own, whomever he acts for. */
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

/** What belongs to the party: everybody who acts for it hears of it. */
function hearParty(
  channel: RealtimeChannel,
  queryClient: QueryClient,
  profileId: string,
  { id, role }: { id: string; role: Role },
): void {
  const hear = (table: TableName, filter: string | undefined, stale: readonly QueryKey[]) =>
    on(channel, table, filter, () => void invalidate(queryClient, stale))
  if (id !== profileId) hear('profiles', `id=eq.${id}`, after.ownProfileNews(profileId))
  hear('memberships', `organisation_id=eq.${id}`, after.teamNews)
  hear('reviews', `subject_id=eq.${id}`, after.reviewChange)
  hear('reviews', `author_id=eq.${id}`, after.reviewChange)
  if (role === 'admin') {
    hear('reports', undefined, after.adminNews)
    hear('charges', undefined, after.moneyNews)
    hear('payouts', undefined, after.moneyNews)
    hear('direct_payments', undefined, after.moneyNews)
    hear('reconciliation_differences', undefined, after.moneyNews)
  }
  if (role !== 'admin') hear('contracts', `${role}_id=eq.${id}`, after.contractStep)
  // Whatever happens to a milestone or its payment is in the log; it names no party, and the
  // server shows each side its own.
  if (role !== 'admin') hear('contract_events', undefined, after.contractStep)
  // A result that is recorded is no step of the contract, but the next version of its list.
  if (role !== 'admin') hear('checklists', undefined, after.contractStep)
  // What is said of taxes is in no log of a contract either; the server shows each side its own.
  if (role !== 'admin') hear('invoices', undefined, after.contractStep)
  if (role !== 'admin') hear('withholdings', undefined, after.contractStep)
  // Disputes name no party: the server shows each what he may read.
  hear('disputes', undefined, after.disputeStep)
  hear('dispute_entries', undefined, after.disputeEntry)
  // What the institution says of a payout is in no log of a contract.
  if (role === 'professional') hear('payouts', `party_id=eq.${id}`, after.payoutStep)
  // Nobody is told who asked, so a question names no party: the server shows each what he may read.
  if (role !== 'admin') hear('project_questions', undefined, after.questionChange)
  if (role === 'professional') hear('receivers', `party_id=eq.${id}`, after.receiverNews)
  if (role === 'professional') hear('proposals', `professional_id=eq.${id}`, after.proposalNews)
  // Terms name no party: the server shows each what he may read.
  if (role !== 'admin') hear('proposal_terms', undefined, after.proposalNews)
  if (role === 'company') hear('proposal_notes', `company_id=eq.${id}`, after.noteChange)
  // A proposal does not name its company.
  if (role === 'company') hear('proposals', undefined, after.proposalNews)
}

/** A filter names the person or the party wherever a column does: the server then asks about fewer rows. */
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

/** News of messages has its own badge; everything else is also said once, unless it is being looked at. */
function notificationChanged(
  queryClient: QueryClient,
  navigate: NavigateFunction,
  change: RealtimePostgresChangesPayload<Row<'notifications'>>,
): void {
  void invalidate(queryClient, after.notificationChange)
  // A project that changed is told of to who proposed, and only so.
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
  // The next reading of the conversation shows what this one could not fetch.
  hearMessage(queryClient, change.new).catch(() => undefined)
  // A missed mark is set when the conversation is opened.
  if (change.eventType === 'INSERT' && change.new.to_id === profileId)
    markDelivered(change.new.id).catch(() => undefined)
}
