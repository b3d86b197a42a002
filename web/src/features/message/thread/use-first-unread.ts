import { useEffect, useRef } from 'react'
import type { Message } from '@/features/message/queries'
import { markRead } from '@/features/message/outbox/sending'

/** Remembers where reading began, and tells the server that it is read. */
export function useFirstUnread(pages: readonly Message[][], ownId: string, partnerId: string) {
  const marked = useRef<{ partnerId: string; first: string | undefined }>({ partnerId: '', first: undefined })
  const unread = pages.flat().findLast((message) => message.to_id === ownId && !message.read)
  // The line stays where it was while the conversation is open.
  // eslint-disable-next-line react-hooks/refs
  if (marked.current.partnerId !== partnerId && pages.length > 0) {
    // eslint-disable-next-line react-hooks/refs
    marked.current = { partnerId, first: unread?.id }
  }
  const unreadId = unread?.id
  useEffect(() => {
    // A failed mark is tried again with the next message or visit.
    if (unreadId !== undefined) markRead(ownId, partnerId).catch(() => undefined)
  }, [unreadId, ownId, partnerId])
  // eslint-disable-next-line react-hooks/refs
  return marked.current.first
}
