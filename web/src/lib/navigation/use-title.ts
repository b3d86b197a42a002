import { useEffect } from 'react'

const PRODUCT = 'Automação - Indústria'

/** Sets the title of the document, which screen readers announce after a navigation. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title === '' ? PRODUCT : `${title} · ${PRODUCT}`
  }, [title])
}
