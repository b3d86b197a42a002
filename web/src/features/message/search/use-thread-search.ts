import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { placeQuery, threadOf } from '@/features/message/queries'
import { conversationSearchQuery, unsearchable } from './search-query'
import { showEnd, shownMessage } from '@/features/message/thread/use-scroll-keeping'
import { useLinkedMessage } from '@/features/message/thread/use-linked-message'

export type ThreadSearch = ReturnType<typeof useThreadSearch>

/** A search of one conversation: its places from the newest back, and the way back to where one was. */
export function useThreadSearch(ownId: string, partnerId: string) {
  const queryClient = useQueryClient()
  const { lead } = useLinkedMessage()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const hint = unsearchable(words)
  const query = useQuery(conversationSearchQuery(partnerId, isOpen && hint === undefined ? words : ''))
  const [shown, setShown] = useState<{ words: string; index: number }>()
  const before = useRef<string | undefined>(undefined)
  const found = query.data ?? []
  const index = shown?.words === words ? shown.index : undefined

  function open() {
    before.current = shownMessage()
    setIsOpen(true)
  }

  function close() {
    setIsOpen(false)
    setTyped('')
    setShown(undefined)
    // Users who stepped to no result stay where they scrolled to.
    if (shown === undefined) return
    lead(before.current)
    if (before.current === undefined) showEnd()
  }

  /** To the next older place, or to the next newer; after the last of them, around. */
  function go(step: 1 | -1) {
    const next = index === undefined ? 0 : (index + step + found.length) % found.length
    const place = found[next]
    if (place === undefined) return
    const { message_id: id, timestamp } = place
    queryClient.setQueryData(placeQuery(threadOf(ownId, partnerId), id).queryKey, () => ({ id, timestamp }))
    setShown({ words, index: next })
    lead(id)
  }

  return { isOpen, open, close, typed, setTyped, words, hint, query, count: found.length, index, go }
}
