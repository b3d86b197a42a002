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
      if (!(back instanceof HTMLElement) || back === document.body) return
      event.preventDefault()
      if (back.isConnected) back.focus()
      else focusHeading()
    },
  }
}

/** Where the focus goes when what had it is about to leave the page. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true })
}
