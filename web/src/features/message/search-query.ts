import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { keys } from '@/api/keys'

/** Where words were said in one's own conversations, the newest first; accents and case count nothing. */
export function messageSearchQuery(words: string) {
  return queryOptions({
    queryKey: keys.messageSearch(words),
    queryFn: async ({ signal }) => {
      const found = await ask((client) => client.rpc('search_messages', { words }).abortSignal(signal))
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

function namesOf(ids: readonly string[], signal: AbortSignal) {
  if (ids.length === 0) return Promise.resolve([])
  return ask((client) =>
    client
      .from('profiles')
      .select('id, role, name, avatar_url, avatar_seed, is_party')
      .in('id', ids)
      .abortSignal(signal),
  )
}
