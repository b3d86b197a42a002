import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { request } from '@/api/request/request'
import type { Data } from '@/api/client'
import { countedPages } from '@/api/request/counted-pages'
import { invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { searchQuery } from '@/lib/text/search'
import { formatCount } from '@/lib/format'

const CONVERSATIONS_PAGE_SIZE = 50
const PAGE_SIZE = 50
const COLUMNS =
  'id, client_id, from_id, to_id, party_id, content, read, delivered_at, automatic, subject_kind, subject_id, quotes_id, files_count, timestamp, quote:quotes_id(id, from_id, content, files_count), files:message_files!message_id(path, name, media_type, bytes, position)'

/** The message that another one answers; null for one that may no longer be seen. */
export type Quote = Pick<Row<'messages'>, 'id' | 'from_id' | 'content' | 'files_count'>

export type MessageFile = Pick<Row<'message_files'>, 'path' | 'name' | 'media_type' | 'bytes'>

export type Message = Pick<
  Row<'messages'>,
  | 'id'
  | 'client_id'
  | 'from_id'
  | 'to_id'
  | 'party_id'
  | 'content'
  | 'read'
  | 'delivered_at'
  | 'automatic'
  | 'subject_kind'
  | 'subject_id'
  | 'quotes_id'
  | 'files_count'
  | 'timestamp'
> & {
  quote: Quote | null
  files: readonly MessageFile[]
  /** Set while only this device knows of the message, with why it was not sent. */
  sending?: 'sending' | 'waiting' | 'failed'
  reason?: string | undefined
}

/** The name of a conversation: both people's ids in order, as the database writes it. */
export function threadOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`
}

/** The party that somebody writes for, when it is not themselves. */
export type SpokenFor = Pick<Row<'profiles'>, 'id' | 'role' | 'name' | 'removed_at'>

const SPOKEN_FOR = 'party:profiles!partner_party_id(id, role, name, removed_at)'
const CONVERSATION =
  `partner_id, last_from_id, last_content, last_files_count, last_at, unread_count, partner:profiles!partner_id(id, role, is_party, name, status, removed_at, avatar_url, avatar_seed), ${SPOKEN_FOR}` as const

export type Conversation = Pick<
  Row<'conversations'>,
  'partner_id' | 'last_from_id' | 'last_content' | 'last_files_count' | 'last_at' | 'unread_count'
> & {
  /** Null for someone who may no longer be seen. */
  partner: Pick<
    Row<'profiles'>,
    'id' | 'role' | 'is_party' | 'name' | 'status' | 'removed_at' | 'avatar_url' | 'avatar_seed'
  > | null
  party: SpokenFor | null
}

/** A member's conversations a page at a time, the one with the newest message first. */
export function conversationsQuery(ownerId: string) {
  return countedPages(keys.conversations.list(ownerId), CONVERSATIONS_PAGE_SIZE, (client) =>
    client
      .from('conversations')
      .select(CONVERSATION, { count: 'estimated' })
      .eq('owner_id', ownerId)
      .order('last_at', { ascending: false })
      .order('partner_id'),
  )
}

/** A member's conversations whose partner's name, or that of their party, matches a text; newest first. */
export function findConversationsQuery(ownerId: string, text: string, limit: number) {
  const words = searchQuery(text) ?? ''
  return queryOptions({
    queryKey: keys.conversations.found(ownerId, words, limit),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('conversations')
          .select(`${CONVERSATION}, person:profiles!partner_id(), firm:profiles!partner_party_id()`)
          .eq('owner_id', ownerId)
          .textSearch('person.name', words, { config: 'automacao' })
          .textSearch('firm.name', words, { config: 'automacao' })
          .or('person.not.is.null,firm.not.is.null')
          .order('last_at', { ascending: false })
          .limit(limit)
          .abortSignal(signal),
      ),
    enabled: words !== '',
  })
}

export function partnerQuery(partnerId: string) {
  return queryOptions({
    queryKey: keys.profiles.partner(partnerId),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('profiles')
          .select('id, role, status, removed_at, name, title, headline, avatar_url, avatar_seed, is_party')
          .eq('id', partnerId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

/** The party for which the partner last wrote in their conversation with the owner. */
export function voiceQuery(ownerId: string, partnerId: string) {
  return queryOptions({
    queryKey: keys.conversations.voice(ownerId, partnerId),
    queryFn: async ({ signal }): Promise<SpokenFor | null> => {
      const row = await request((client) =>
        client
          .from('conversations')
          .select(SPOKEN_FOR)
          .eq('owner_id', ownerId)
          .eq('partner_id', partnerId)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return row?.party ?? null
    },
  })
}

type Thread = InfiniteData<Message[]>

/** Where a page of a conversation begins: at its newest, before or after a message, or with one. */
type Place = { before: Message } | { after: Message } | { at: Pick<Message, 'id' | 'timestamp'> } | undefined

/** A conversation a page at a time, from its newest message back, or from the one that somebody was led to. */
export function threadQuery(thread: string, at?: Pick<Message, 'id' | 'timestamp'>) {
  return infiniteQueryOptions<Message[], Error, InfiniteData<Message[], Place>, readonly string[], Place>({
    queryKey: keys.messages(thread, at?.id),
    queryFn: async ({ pageParam, signal }) => {
      const page = await request((client) =>
        pageOf(client, thread, pageParam).limit(PAGE_SIZE).abortSignal(signal),
      )
      return pageParam !== undefined && 'after' in pageParam ? page.toReversed() : page
    },
    initialPageParam: at && { at },
    getNextPageParam: (page) => {
      const oldest = page[page.length - 1]
      return page.length < PAGE_SIZE || !oldest ? undefined : { before: oldest }
    },
    getPreviousPageParam: (page) => {
      const newest = page[0]
      return at && newest ? { after: newest } : undefined
    },
  })
}

function pageOf(client: Data, thread: string, place: Place) {
  const request = client.from('messages').select(COLUMNS).eq('thread', thread)
  if (place !== undefined && 'after' in place) {
    return beyond(request, 'gt', place.after)
      .order('timestamp', { ascending: true })
      .order('id', { ascending: true })
  }
  let older = request
  if (place !== undefined && 'before' in place) older = beyond(request, 'lt', place.before)
  if (place !== undefined && 'at' in place) older = request.lte('timestamp', place.at.timestamp)
  return older.order('timestamp', { ascending: false }).order('id', { ascending: false })
}

type Bounded<Request> = {
  lte: (column: 'timestamp', value: string) => Request
  gte: (column: 'timestamp', value: string) => Request
  or: (filters: string) => Request
}

// The first bound is what the index finds; the second tells equal times apart.
function beyond<Request extends Bounded<Request>>(
  request: Request,
  side: 'lt' | 'gt',
  { timestamp, id }: Message,
): Request {
  const bounded = side === 'lt' ? request.lte('timestamp', timestamp) : request.gte('timestamp', timestamp)
  return bounded.or(`timestamp.${side}."${timestamp}",and(timestamp.eq."${timestamp}",id.${side}.${id})`)
}

/** When a message was said, for whoever is led to it; null when it is not in this conversation. */
export function placeQuery(thread: string, messageId: string) {
  return queryOptions({
    queryKey: keys.messagePlace(thread, messageId),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('messages')
          .select('id, timestamp')
          .eq('thread', thread)
          .eq('id', messageId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
    staleTime: Infinity, // What was said stays where it was.
  })
}

/** Whether both are the same message: before it is stored it has only its sender's key. */
function isSame(one: Message, other: Message): boolean {
  return (
    one.id === other.id ||
    (one.client_id !== null && one.client_id === other.client_id && one.from_id === other.from_id)
  )
}

/** Puts a message into its loaded conversation: in its old place, or as the newest. */
export function withMessage(thread: Thread, message: Message): Thread {
  const isKnown = thread.pages.some((page) => page.some((other) => isSame(other, message)))
  const pages = isKnown
    ? thread.pages.map((page) => page.map((other) => (isSame(other, message) ? message : other)))
    : thread.pages.map((page, index) => (index === 0 ? [message, ...page] : page))
  return { ...thread, pages }
}

export function storeMessage(queryClient: QueryClient, message: Message): void {
  const { queryKey } = threadQuery(threadOf(message.from_id, message.to_id))
  queryClient.setQueryData(queryKey, (thread) => thread && withMessage(thread, message))
  // An answer on its way may be older than this news and must not undo it.
  if (queryClient.isFetching({ queryKey }) > 0) void invalidate(queryClient, [queryKey])
}

/** The news of a message names neither its files nor what it answers: those are asked for once. */
export async function hearMessage(queryClient: QueryClient, row: Row<'messages'>): Promise<void> {
  const { queryKey } = threadQuery(threadOf(row.from_id, row.to_id))
  const thread = queryClient.getQueryData(queryKey)
  if (thread === undefined) return
  const known = thread.pages.flat().find(({ id }) => id === row.id)
  const isWhole = known !== undefined || (row.quotes_id === null && row.files_count === 0)
  if (isWhole) {
    storeMessage(queryClient, { ...row, quote: known?.quote ?? null, files: known?.files ?? [] })
    return
  }
  const message = await request((client) =>
    client.from('messages').select(COLUMNS).eq('id', row.id).maybeSingle(),
  )
  if (message !== null) storeMessage(queryClient, message)
}

/** The text that stands for a message without content. */
export function formatFiles(count: number): string {
  return count === 1 ? 'Arquivo' : formatCount(count, 'arquivo', 'arquivos')
}
