import { useEffect } from 'react'

const PRODUCT = 'Automação - Indústria'

/** Names the page in the tab and, after a navigation, to screen readers. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title === '' ? PRODUCT : `${title} · ${PRODUCT}`
  }, [title])
}
