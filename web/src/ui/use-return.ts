import { useRef } from 'react'

/**
 * What had the focus gets it back when a dialog closes, also where no trigger of
 * its own opened it; where the step took it away, the page's heading does.
 */
export function useReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      const back = opener.current
      if (!(back instanceof HTMLElement) || back === document.body) {
        // A dialog that replaced another one: only its trigger may know where the focus belongs.
        queueMicrotask(() => document.activeElement === document.body && focusHeading())
        return
      }
      event.preventDefault()
      if (back.isConnected) focusWhileThere(back)
      else focusHeading()
    },
  }
}

/** Elements that disappear only after the refetch also pass the focus to the heading. */
function focusWhileThere(back: HTMLElement): void {
  back.focus()
  const watch = new MutationObserver(() => {
    if (back.isConnected && document.activeElement === back) return
    watch.disconnect()
    if (!back.isConnected && document.activeElement === document.body) focusHeading()
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

/** Moves the focus to the page's heading when the focused element is about to disappear. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true })
}
