import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { countedPages } from '@/api/counted-pages'
import { invalidate, keys } from '@/api/keys'
import type { Row } from '@/api/tables'

const CONVERSATIONS_PAGE_SIZE = 50
const PAGE_SIZE = 50
const COLUMNS = 'id, from_id, to_id, party_id, content, read, delivered_at, automatic, timestamp'

export type Message = Pick<
  Row<'messages'>,
  'id' | 'from_id' | 'to_id' | 'party_id' | 'content' | 'read' | 'delivered_at' | 'automatic' | 'timestamp'
> & {
  /** Set while only this page knows of the message. */
  sending?: 'waiting' | 'failed'
}

/** The name of a conversation: both people's ids in order, as the database writes it. */
export function threadOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`
}

/** The party somebody writes for, when that is not himself. */
export type SpokenFor = Pick<Row<'profiles'>, 'id' | 'role' | 'name' | 'removed_at'>

const SPOKEN_FOR = 'party:profiles!partner_party_id(id, role, name, removed_at)'

export type Conversation = Pick<
  Row<'conversations'>,
  'partner_id' | 'last_from_id' | 'last_content' | 'last_at' | 'unread_count'
> & {
  /** Null for someone who may no longer be seen. */
  partner: Pick<
    Row<'profiles'>,
    'id' | 'name' | 'status' | 'removed_at' | 'avatar_url' | 'avatar_seed'
  > | null
  party: SpokenFor | null
}

/** A member's conversations a page at a time, the one with the newest message first. */
export function conversationsQuery(ownerId: string) {
  return countedPages(keys.conversations.list(ownerId), CONVERSATIONS_PAGE_SIZE, (client) =>
    client
      .from('conversations')
      .select(
        `partner_id, last_from_id, last_content, last_at, unread_count, partner:profiles!partner_id(id, name, status, removed_at, avatar_url, avatar_seed), ${SPOKEN_FOR}`,
        { count: 'exact' },
      )
      .eq('owner_id', ownerId)
      .order('last_at', { ascending: false })
      .order('partner_id'),
  )
}

export function partnerQuery(partnerId: string) {
  return queryOptions({
    queryKey: keys.profiles.partner(partnerId),
    queryFn: ({ signal }) =>
      ask((client) =>
        client
          .from('profiles')
          .select('id, role, status, removed_at, name, title, headline, avatar_url, avatar_seed, is_party')
          .eq('id', partnerId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

/** For whom somebody spoke last in his conversation with the owner. */
export function voiceQuery(ownerId: string, partnerId: string) {
  return queryOptions({
    queryKey: keys.conversations.voice(ownerId, partnerId),
    queryFn: async ({ signal }): Promise<SpokenFor | null> => {
      const row = await ask((client) =>
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

/** A conversation from its newest message back, a page at a time. */
export function threadQuery(thread: string) {
  return infiniteQueryOptions<Message[], Error, Thread, readonly string[], Message | undefined>({
    queryKey: keys.messages(thread),
    queryFn: ({ pageParam, signal }) =>
      ask((client) => {
        let request = client.from('messages').select(COLUMNS).eq('thread', thread)
        if (pageParam) {
          const { timestamp, id } = pageParam
          // The first bound is what the index finds; the second tells equal times apart.
          request = request
            .lte('timestamp', timestamp)
            .or(`timestamp.lt."${timestamp}",and(timestamp.eq."${timestamp}",id.lt.${id})`)
        }
        return request
          .order('timestamp', { ascending: false })
          .order('id', { ascending: false })
          .limit(PAGE_SIZE)
          .abortSignal(signal)
      }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page[page.length - 1]),
  })
}

/** Puts a message into its loaded conversation: in its old place, or as the newest. */
export function withMessage(thread: Thread, message: Message): Thread {
  const isKnown = thread.pages.some((page) => page.some((other) => other.id === message.id))
  const pages = isKnown
    ? thread.pages.map((page) => page.map((other) => (other.id === message.id ? message : other)))
    : thread.pages.map((page, index) => (index === 0 ? [message, ...page] : page))
  return { ...thread, pages }
}

export function storeMessage(queryClient: QueryClient, message: Message): void {
  const { queryKey } = threadQuery(threadOf(message.from_id, message.to_id))
  queryClient.setQueryData(queryKey, (thread) => thread && withMessage(thread, message))
  // An answer on its way may be older than this news and must not undo it.
  if (queryClient.isFetching({ queryKey }) > 0) void invalidate(queryClient, [queryKey])
}
