import type { Row } from '@/api/tables'

const STORAGE_KEY = 'site_images'

export type SiteImage = Pick<Row<'site_images'>, 'key' | 'name' | 'url'>
/** The pictures by key. */
type SiteImages = Readonly<Partial<Record<string, SiteImage>>>

export function siteImagesByKey(rows: readonly SiteImage[]): SiteImages {
  return Object.fromEntries(rows.map(({ key, name, url }) => [key, { key, name, url }]))
}

/** The map as the last visit left it; undefined where there is none or storage is blocked. */
export function readSiteImages(): SiteImages | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    return siteImagesByKey(Object.values(stored).filter(isSiteImage))
  } catch {
    return undefined
  }
}

export function saveSiteImages(images: SiteImages): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(images))
  } catch {
    // Without storage the first paint of the next visit shows the built-in pictures.
  }
}

function isSiteImage(value: unknown): value is SiteImage {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['key', 'name', 'url'].every((field) => typeof Reflect.get(value, field) === 'string')
  )
}
