import { pictureAddress } from '@/lib/text/address'
import { classNames } from '@/lib/class-names'

type CoverPictureProps = {
  url: string | undefined
  alt: string
  /** What stands in without a picture: an address that exists as .avif and .webp. */
  fallback: string
  className?: string
}

/** A picture in the shape of a screen, or the one that stands in for it. */
export function CoverPicture({ url, alt, fallback, className }: CoverPictureProps) {
  const looks = classNames('aspect-video w-full bg-sunken object-cover', className)
  if (url !== undefined) {
    return (
      <img
        src={pictureAddress(url)}
        alt={alt}
        loading="lazy"
        decoding="async"
        draggable={false}
        className={looks}
      />
    )
  }
  return (
    <picture>
      <source type="image/avif" srcSet={`${fallback}.avif`} />
      <img src={`${fallback}.webp`} alt="" loading="lazy" draggable={false} className={looks} />
    </picture>
  )
}
