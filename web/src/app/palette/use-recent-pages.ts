import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { readStoredSession } from '@/api/client'
import { paths } from '@/lib/paths'
import { recordPage } from '@/lib/device/recent-pages'

/**
 * Notes where a member was when he goes elsewhere: then the page has its name, which the next one
 * has not changed yet. Whoever signs out leaves nothing behind.
 */
export function useRecentPages(personId: string | undefined): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (personId === undefined || pathname === paths.auth()) return
    const note = () => {
      if (readStoredSession()?.user.id === personId) recordPage(personId, pathname, document.title)
    }
    window.addEventListener('pagehide', note)
    return () => {
      window.removeEventListener('pagehide', note)
      note()
    }
  }, [personId, pathname])
}
