import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * After a change of path, moves the focus to the heading of the page and announces its title. The
 * browser announces the first page.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [announcement, setAnnouncement] = useState('')
  const lastPath = useRef(pathname)

  // Runs before the paint: later it would take the focus from what the person chose meanwhile.
  useLayoutEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    focusPage()
    const announce = () => setAnnouncement(document.title)
    // The page sets its title with its content, which may still be loading.
    const observer = new MutationObserver(announce)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    const frame = requestAnimationFrame(announce)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [pathname])

  return (
    <p aria-live="assertive" aria-atomic className="sr-only">
      {announcement}
    </p>
  )
}

function focusPage(): void {
  const main = document.querySelector('main')
  const target = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main
  target?.focus({ preventScroll: true })
}
