import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { builtInUrl, siteImagesQuery, type SiteImageKey } from '@/features/site-image/queries'
import { classNames } from '@/lib/class-names'
import { pictureAddress } from '@/lib/text/address'

const WIDTHS_PX = [640, 1280] as const

type SiteImageProps = {
  name: Exclude<SiteImageKey, 'howItWorksFlowchart'>
  alt: string
  /** How wide the picture stands on the page, as in `<img sizes>`. */
  sizes: string
  /** The page's main picture: fetched first. Every other waits until it is near the screen. */
  priority?: boolean
  className?: string
}

/** A picture of the site: ours in two formats and widths, or the one an administrator uploaded. */
export function SiteImage({ name, alt, sizes, priority = false, className }: SiteImageProps) {
  const { url, onError } = useSiteImageUrl(name)
  const frame = {
    width: 1280,
    height: 960,
    loading: priority ? 'eager' : 'lazy',
    fetchPriority: priority ? 'high' : 'auto',
    decoding: 'async',
  } as const
  const looks = classNames('block aspect-4/3 h-auto w-full', className)
  if (url !== undefined) {
    return (
      <img
        {...frame}
        alt={alt}
        src={pictureAddress(url)}
        className={classNames('rounded object-cover', looks)}
        onError={onError}
      />
    )
  }
  return (
    <picture>
      <source type="image/avif" srcSet={builtInSources(name, 'avif')} sizes={sizes} />
      <img
        {...frame}
        alt={alt}
        src={builtInUrl(name)}
        srcSet={builtInSources(name, 'webp')}
        sizes={sizes}
        className={looks}
      />
    </picture>
  )
}

/** The uploaded picture's address; undefined while the built-in one is used, or after the uploaded one failed to load. */
function useSiteImageUrl(name: SiteImageKey): { url: string | undefined; onError: () => void } {
  const { data } = useQuery(siteImagesQuery())
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const stored = data?.[name]?.url
  const isOurs = stored === undefined || stored === builtInUrl(name) || stored === brokenUrl
  return { url: isOurs ? undefined : stored, onError: () => setBrokenUrl(stored) }
}

function builtInSources(name: SiteImageKey, format: 'avif' | 'webp'): string {
  return WIDTHS_PX.map((width_px) => `/imagens/${name}-${width_px}.${format} ${width_px}w`).join(', ')
}

const NAME = 'howItWorksFlowchart'

/** The flowchart of how the product works: lanes side by side on a phone, one above the other elsewhere. */
export function Flowchart({ alt }: { alt: string }) {
  const { url, onError } = useSiteImageUrl(NAME)
  if (url !== undefined) {
    return (
      <img
        src={pictureAddress(url)}
        alt={alt}
        className="mx-auto block h-auto max-w-full rounded"
        onError={onError}
      />
    )
  }
  return (
    <picture>
      <source
        media="(max-width: 767px)"
        srcSet="/imagens/howItWorksFlowchart-narrow.svg"
        width={360}
        height={588}
      />
      <img
        src={builtInUrl(NAME)}
        alt={alt}
        width={1104}
        height={420}
        className="mx-auto block h-auto w-full max-w-page max-md:max-w-sm"
      />
    </picture>
  )
}
