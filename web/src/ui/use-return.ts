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
        // A dialog that took another's place: its trigger may know the way back, or nobody does.
        queueMicrotask(() => document.activeElement === document.body && focusHeading())
        return
      }
      event.preventDefault()
      if (back.isConnected) focusWhileThere(back)
      else focusHeading()
    },
  }
}

/** What the step takes away only once its answer is read again leaves the focus to the heading too. */
function focusWhileThere(back: HTMLElement): void {
  back.focus()
  const watch = new MutationObserver(() => {
    if (back.isConnected && document.activeElement === back) return
    watch.disconnect()
    if (!back.isConnected && document.activeElement === document.body) focusHeading()
  })
  watch.observe(document.body, { childList: true, subtree: true })
}

/** Where the focus goes when what had it is about to leave the page. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true })
}
