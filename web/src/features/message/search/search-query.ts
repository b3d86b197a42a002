import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import type { Database } from '@/api/schema'
import type { Row } from '@/api/tables'
import { toApiError } from '@/api/errors'

type Found = Database['public']['Functions']['search_messages']['Returns'][number]
type Partner = Pick<Row<'profiles'>, 'id' | 'role' | 'name' | 'avatar_url' | 'avatar_seed' | 'is_party'>

/** A found message and its partner, if the reader may still see them. */
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

const LETTERS_MIN = 2
const WORDS_MAX = 8

/** Why words cannot be looked for, before the server is asked; undefined where they can be, or are none yet. */
export function unsearchable(words: string): string | undefined {
  if (words === '') return undefined
  if (words.length < LETTERS_MIN) return `Escreva pelo menos ${String(LETTERS_MIN)} letras para buscar.`
  if (words.split(/\s+/).length > WORDS_MAX)
    return `A busca olha até ${String(WORDS_MAX)} palavras de uma vez. Apague algumas.`
  return undefined
}

/** Why a search failed, and what to do about it. */
export function searchFailure(cause: unknown): string {
  const { code, status, message } = toApiError(cause)
  if (status === 429) return 'Foram muitas buscas em pouco tempo. Aguarde um minuto e tente novamente.'
  if (code === 'request_timeout')
    return 'A busca demorou demais. Tente com uma palavra mais longa ou mais exata.'
  if (code === 'unexpected_failure') return 'O servidor não conseguiu fazer esta busca. Tente novamente.'
  return message
}
