import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { keys } from '@/api/keys'
import { request } from '@/api/request/request'
import type { Row } from '@/api/tables'

const STALE_MS = 60_000

/** All pictures by key. The first paint uses what the last visit saw; the server's answer replaces it. */
export function siteImagesQuery() {
  return queryOptions({
    queryKey: keys.siteImages.byKey,
    queryFn: async ({ signal }) => {
      const rows = await request((client) =>
        client
          .from('site_images')
          .select('key, name, url')
          .order('key')
          .limit(SITE_IMAGE_KEYS.length)
          .abortSignal(signal),
      )
      const images = siteImagesByKey(rows)
      saveSiteImages(images)
      return images
    },
    initialData: readSiteImages,
    initialDataUpdatedAt: 0,
    staleTime: STALE_MS,
    // An administrator may replace a picture while the page is open in another tab.
    refetchOnWindowFocus: true,
  })
}

/** What a change of a row does to the cache, for whoever hears of it. */
export function storeSiteImage(queryClient: QueryClient, { key, name, url }: SiteImage): void {
  const { queryKey } = siteImagesQuery()
  const images = { ...(queryClient.getQueryData(queryKey) ?? readSiteImages()), [key]: { key, name, url } }
  queryClient.setQueryData(queryKey, images)
  saveSiteImages(images)
}

const STORAGE_KEY = 'site_images'

type SiteImage = Pick<Row<'site_images'>, 'key' | 'name' | 'url'>
/** The pictures by key. */
type SiteImages = Readonly<Partial<Record<string, SiteImage>>>

function siteImagesByKey(rows: readonly SiteImage[]): SiteImages {
  return Object.fromEntries(rows.map(({ key, name, url }) => [key, { key, name, url }]))
}

/** The map as the last visit left it; undefined where there is none or storage is blocked. */
function readSiteImages(): SiteImages | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    return siteImagesByKey(Object.values(stored).filter(isSiteImage))
  } catch {
    return undefined
  }
}

function saveSiteImages(images: SiteImages): void {
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

/** The pictures that an administrator may replace, as the table `site_images` names them. */
const SITE_IMAGE_KEYS = [
  'landingHero',
  'landingHero2',
  'solutionsCard1',
  'solutionsCard2',
  'solutionsCard3',
  'solutionsCard4',
  'solutionsCard5',
  'solutionsCard6',
  'projectsCard',
  'servicesCard',
  'findProfessionalCard',
  'howItWorksFlowchart',
] as const

export type SiteImageKey = (typeof SITE_IMAGE_KEYS)[number]

/** The address that stands in the table until somebody uploads another picture. */
export function builtInUrl(key: SiteImageKey): string {
  return key === 'howItWorksFlowchart' ? `/imagens/${key}.svg` : `/imagens/${key}-1280.webp`
}

/** The picture that comes with the product for a key; undefined for an unknown key. */
export function builtInUrlOf(key: string): string | undefined {
  const known = SITE_IMAGE_KEYS.find((name) => name === key)
  return known === undefined ? undefined : builtInUrl(known)
}
