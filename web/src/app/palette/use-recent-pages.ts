import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { readStoredSession } from '@/api/client'
import { paths } from '@/lib/paths'
import { recordPage } from '@/lib/device/recent-pages'

/**
 * Records a page when the member leaves it: then its title is set, and that of the next page is not.
 * Signing out deletes the list.
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
