import { builtInUrl } from '@/features/site-image/keys'
import { useSiteImageUrl } from '@/features/site-image/site-image'
import { pictureAddress } from '@/lib/text/address'

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
