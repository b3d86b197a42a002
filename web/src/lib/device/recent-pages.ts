import { readDraft, writeDraft } from '@/lib/device/drafts'

type RecentPage = { to: string; title: string }

/** The page one is on, and those before it. */
const PLACES_MAX = 6
const TITLE_MAX = 120
/** What is not there is no place to go back to. */
const MISSING = /não encontrad[oa]$/i
const PRODUCT = / · Automação - Indústria$/

// Kept among what was typed, so that leaving forgets both.
const nameOf = (personId: string) => `lugares:${personId}`

/** Where somebody was on this device, the latest first. */
export function recentPages(personId: string): RecentPage[] {
  const places = readDraft(nameOf(personId))?.places
  return Array.isArray(places) ? places.filter(isPlace).slice(0, PLACES_MAX) : []
}

/** Notes that somebody was at an address. A page without a name of its own is no place. */
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
