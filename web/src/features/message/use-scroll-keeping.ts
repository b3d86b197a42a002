import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How near its end a conversation follows what arrives, in pixels. */
const NEAR_END_PX = 80

type Ends = {
  /** The oldest and the newest of what is shown. */
  first: string | undefined
  last: string | undefined
  /** Whether the reader wrote the newest. */
  isOwn: boolean
  /** The message that the reader was led to, once it is shown. */
  sought: string | undefined
  /** Whether the newest shown is the newest there is. */
  isLive: boolean
}

/** Where a message stands in the document. */
export function anchorOf(messageId: string): string {
  return `mensagem-${messageId}`
}

export function showMessage(messageId: string): boolean {
  const element = document.getElementById(anchorOf(messageId))
  element?.scrollIntoView({ block: 'center' })
  return element !== null
}

/**
 * Keeps a conversation where its reader is: at the end while they follow it,
 * at the message they were led to, at the same message when older ones are put
 * before it or new ones arrive out of sight, which `isBehind` tells.
 */
export function useScrollKeeping({ first, last, isOwn, sought, isLive }: Ends) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<{ first: string | undefined; last: string | undefined; below: number }>({
    first: undefined,
    last: undefined,
    below: 0,
  })
  const shown = useRef<string | undefined>(undefined)
  const [isBehind, setBehind] = useState(false)

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const known = before.current
    const isLed = sought !== undefined && shown.current !== sought && showMessage(sought)
    if (isLed) shown.current = sought
    else if (
      isLive &&
      (known.last === undefined || (last !== known.last && (isOwn || known.below < NEAR_END_PX)))
    ) {
      element.scrollTop = element.scrollHeight
    } else if (last !== known.last) {
      setBehind(isLive)
    } else if (first !== known.first) {
      element.scrollTop = element.scrollHeight - element.clientHeight - known.below
    }
    before.current = { first, last, below: pixelsBelow(element) }
  }, [first, last, isOwn, sought, isLive])

  // Above and below, what comes late takes room: who follows the end goes on following it.
  useEffect(() => {
    const element = box.current
    if (element === null || !('ResizeObserver' in window)) return undefined
    const observer = new ResizeObserver(() => {
      if (before.current.below < NEAR_END_PX) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  function onScroll() {
    if (box.current === null) return
    before.current.below = pixelsBelow(box.current)
    if (before.current.below < NEAR_END_PX) setBehind(false)
  }

  function toEnd() {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }

  return { box, onScroll, toEnd, isBehind }
}

function pixelsBelow({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight
}
