import type { RealtimeChannel } from '@supabase/supabase-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { getAuthorizedClient } from '@/api/client'

const TYPING_SHOWN_MS = 4_000
const TYPING_SENT_EVERY_MS = 2_000

// The client exports the states as an enum of the chunk that is loaded later.
function isJoined(status: string): boolean {
  return status === 'SUBSCRIBED'
}

/** Whether the other person has the conversation open and is writing. */
export function useCompanion(thread: string, ownId: string, partnerId: string) {
  const [isPresent, setIsPresent] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const channel = useRef<RealtimeChannel | undefined>(undefined)
  const toldAt = useRef(0)

  useEffect(() => {
    let timer = 0
    const joined = getAuthorizedClient().then((client) => {
      const opened = client.channel(`conversation:${thread}`, {
        config: { private: true, presence: { key: ownId } },
      })
      channel.current = opened
      opened
        .on('presence', { event: 'sync' }, () => setIsPresent(partnerId in opened.presenceState()))
        .on('broadcast', { event: 'typing' }, ({ payload }) => {
          if (Reflect.get(Object(payload), 'from') !== partnerId) return
          setIsTyping(true)
          window.clearTimeout(timer)
          timer = window.setTimeout(() => setIsTyping(false), TYPING_SHOWN_MS)
        })
        .subscribe((status) => {
          if (isJoined(status)) void opened.track({ at: Date.now() })
        })
      return { client, opened }
    })
    // Presence is a courtesy: without a connection the conversation still works.
    joined.catch(() => undefined)
    return () => {
      window.clearTimeout(timer)
      channel.current = undefined
      setIsPresent(false)
      setIsTyping(false)
      joined.then(
        ({ client, opened }) => void client.removeChannel(opened),
        () => undefined,
      )
    }
  }, [thread, ownId, partnerId])

  const tellTyping = useCallback(() => {
    if (Date.now() - toldAt.current < TYPING_SENT_EVERY_MS) return
    toldAt.current = Date.now()
    void channel.current?.send({ type: 'broadcast', event: 'typing', payload: { from: ownId } })
  }, [ownId])

  return { isPresent, isTyping, tellTyping }
}
