import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { readStoredSession } from '@/api/client'
import { readDraft, writeDraft } from '@/lib/device/drafts'
import { paths } from '@/lib/paths'

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

type RecentPage = { to: string; title: string }

/** The current page and those before it. */
const PLACES_MAX = 6
const TITLE_MAX = 120
/** The titles of pages that do not exist. */
const MISSING = /não encontrad[oa]$/i
const PRODUCT = / · Automação - Indústria$/

// Stored as a draft, so that signing out deletes it.
const nameOf = (personId: string) => `lugares:${personId}`

/** The pages that a person visited on this device, the latest first. */
export function recentPages(personId: string): RecentPage[] {
  const places = readDraft(nameOf(personId))?.places
  return Array.isArray(places) ? places.filter(isPlace).slice(0, PLACES_MAX) : []
}

/** Records a visited page. Pages without a title of their own are left out. */
export function recordPage(personId: string, to: string, documentTitle: string): void {
  const title = documentTitle.replace(PRODUCT, '').slice(0, TITLE_MAX)
  if (title === '' || title === documentTitle || MISSING.test(title)) return
  const before = recentPages(personId).filter((place) => place.to !== to)
  writeDraft(nameOf(personId), { places: [{ to, title }, ...before].slice(0, PLACES_MAX) })
}

function isPlace(value: unknown): value is RecentPage {
  if (typeof value !== 'object' || value === null || !('to' in value) || !('title' in value)) return false
  return typeof value.to === 'string' && value.to.startsWith('/') && typeof value.title === 'string'
}
