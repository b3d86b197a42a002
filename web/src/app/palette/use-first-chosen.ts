import { useCallback, useRef, useState, type KeyboardEvent } from 'react'

const MOVES = ['ArrowDown', 'ArrowUp', 'Home', 'End']

/**
 * Keeps the first item of the list selected until the person moves, also when later results are inserted
 * above it: cmdk keeps the item that was first when it selected, and sorts the DOM by itself.
 */
export function useFirstChosen() {
  const list = useRef<HTMLElement>(null)
  const hasMoved = useRef(false)
  const [chosen, setChosen] = useState('')

  // The list is in a portal, which mounts after the component.
  const watch = useCallback((element: HTMLElement | null) => {
    list.current = element
    if (element === null) return undefined
    const observer = new MutationObserver(() => {
      if (!hasMoved.current) setChosen(firstOf(element))
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])

  return {
    watch,
    chosen,
    setChosen,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (MOVES.includes(key)) hasMoved.current = true
    },
    onPointerMove: () => {
      hasMoved.current = true
    },
    /** Called when the text changes: the results are new. */
    startAnew: () => {
      hasMoved.current = false
      setChosen(firstOf(list.current))
    },
  }
}

function firstOf(list: HTMLElement | null): string {
  return list?.querySelector('[cmdk-item]:not([aria-disabled=true])')?.getAttribute('data-value') ?? ''
}
