import { useLayoutEffect, useRef, useState } from 'react'

/** How near its end a conversation follows what arrives, in pixels. */
const NEAR_END_PX = 80

type Ends = {
  /** The oldest and the newest of what is shown. */
  first: string | undefined
  last: string | undefined
  /** Whether the reader wrote the newest. */
  isOwn: boolean
}

/**
 * Keeps a conversation where its reader is: at the end while they follow it,
 * at the same message when older ones are put before it or new ones arrive
 * out of sight, which `isBehind` tells.
 */
export function useScrollKeeping({ first, last, isOwn }: Ends) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<{ first: string | undefined; last: string | undefined; below: number }>({
    first: undefined,
    last: undefined,
    below: 0,
  })
  const [isBehind, setBehind] = useState(false)

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const known = before.current
    if (known.last === undefined || (last !== known.last && (isOwn || known.below < NEAR_END_PX))) {
      element.scrollTop = element.scrollHeight
    } else if (last !== known.last) {
      setBehind(true)
    } else if (first !== known.first) {
      element.scrollTop = element.scrollHeight - element.clientHeight - known.below
    }
    before.current = { first, last, below: pixelsBelow(element) }
  }, [first, last, isOwn])

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
