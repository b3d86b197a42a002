import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import { SITE_IMAGE_KEYS } from '@/features/site-image/keys'
import {
  readSiteImages,
  saveSiteImages,
  siteImagesByKey,
  type SiteImage,
} from '@/features/site-image/storage'

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
