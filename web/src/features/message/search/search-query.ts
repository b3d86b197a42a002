import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import type { Database } from '@/api/schema'
import type { Row } from '@/api/tables'

type Found = Database['public']['Functions']['search_messages']['Returns'][number]
type Partner = Pick<Row<'profiles'>, 'id' | 'role' | 'name' | 'avatar_url' | 'avatar_seed' | 'is_party'>

/** A message that was looked for, and with whom it was exchanged, if he may still be seen. */
export type FoundMessage = Found & { partner: Partner | undefined }

/** Where words were said in one's own conversations, the newest first; accents and case count nothing. */
export function messageSearchQuery(words: string) {
  return queryOptions({
    queryKey: keys.messageSearch(words),
    queryFn: async ({ signal }): Promise<FoundMessage[]> => {
      const found = await request((client) => client.rpc('search_messages', { words }).abortSignal(signal))
      const partners = await namesOf([...new Set(found.map(({ partner_id }) => partner_id))], signal)
      return found.map((message) => ({
        ...message,
        partner: partners.find(({ id }) => id === message.partner_id),
      }))
    },
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
}

/** Where words were said in one conversation, the newest first. */
export function conversationSearchQuery(partnerId: string, words: string) {
  return queryOptions({
    queryKey: keys.conversationSearch(partnerId, words),
    queryFn: ({ signal }) =>
      request((client) =>
        client.rpc('search_conversation', { partner_id: partnerId, words }).abortSignal(signal),
      ),
    enabled: words !== '',
  })
}

function namesOf(ids: readonly string[], signal: AbortSignal) {
  if (ids.length === 0) return Promise.resolve([])
  return request((client) =>
    client
      .from('profiles')
      .select('id, role, name, avatar_url, avatar_seed, is_party')
      .in('id', ids)
      .abortSignal(signal),
  )
}
