import { useCallback, useRef, useState, type KeyboardEvent } from 'react'

const MOVES = ['ArrowDown', 'ArrowUp', 'Home', 'End']

/**
 * Keeps the first line of a list of commands chosen until somebody moves, also
 * where results come later and are put above: the library keeps what was first
 * when it chose, and sorts the document by itself.
 */
export function useFirstChosen() {
  const list = useRef<HTMLElement>(null)
  const hasMoved = useRef(false)
  const [chosen, setChosen] = useState('')

  // The list stands in a portal, which comes after the component.
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
    /** Other words find other lines. */
    startAnew: () => {
      hasMoved.current = false
      setChosen(firstOf(list.current))
    },
  }
}

function firstOf(list: HTMLElement | null): string {
  return list?.querySelector('[cmdk-item]:not([aria-disabled=true])')?.getAttribute('data-value') ?? ''
}
