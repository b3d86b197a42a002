import { useEffect, useLayoutEffect, useRef, useState, useCallback } from 'react'
import { useSearchParams } from 'react-router'

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

/** What was shown, how much of it was below what was in sight, and how high that was. */
type Before = Pick<Ends, 'first' | 'last'> & { below: number; height: number }

/** Where a message stands in the document. */
export function anchorOf(messageId: string): string {
  return `mensagem-${messageId}`
}

function showMessage(messageId: string): boolean {
  const element = document.getElementById(anchorOf(messageId))
  element?.scrollIntoView({ block: 'center' })
  return element !== null
}

function shownLog(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role="log"]')
}

/** The first message in sight; undefined at a conversation's end. */
export function shownMessage(): string | undefined {
  const log = shownLog()
  if (log === null || pixelsBelow(log) < NEAR_END_PX) return undefined
  const { top } = log.getBoundingClientRect()
  const lines = [...log.querySelectorAll(`[id^="${anchorOf('')}"]`)]
  return lines.find((line) => line.getBoundingClientRect().bottom > top)?.id.slice(anchorOf('').length)
}

export function showEnd(): void {
  const log = shownLog()
  if (log !== null) log.scrollTop = log.scrollHeight
}

/**
 * Keeps a conversation where its reader is: at the end while they follow it,
 * at the message they were led to, at the same message when older ones are put
 * before it or new ones arrive out of sight, which `isBehind` tells.
 */
export function useScrollKeeping({ first, last, isOwn, sought, isLive }: Ends) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<Before>({ first: undefined, last: undefined, below: 0, height: 0 })
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
    before.current = { first, last, below: pixelsBelow(element), height: element.clientHeight }
  }, [first, last, isOwn, sought, isLive])

  // Above and below, what comes late takes room: who follows the end goes on following it.
  useEffect(() => {
    const element = box.current
    if (element === null || !('ResizeObserver' in window)) return undefined
    const observer = new ResizeObserver(() => {
      if (before.current.below < NEAR_END_PX) element.scrollTop = element.scrollHeight
      before.current = { ...before.current, below: pixelsBelow(element), height: element.clientHeight }
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  function onScroll() {
    // What took room moved the end, not the reader: the observer is told next, and follows it.
    if (box.current?.clientHeight !== before.current.height) return
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

/** The search parameter that leads to a message. */
const SOUGHT = 'mensagem'

/** The message that the address leads to, and the way to another one, or to the newest. */
export function useLinkedMessage() {
  const [params, setParams] = useSearchParams()
  const lead = useCallback(
    (messageId: string | undefined) => {
      if (messageId !== undefined) showMessage(messageId)
      const next = messageId === undefined ? {} : { [SOUGHT]: messageId }
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
  return { sought: params.get(SOUGHT) ?? undefined, lead }
}
