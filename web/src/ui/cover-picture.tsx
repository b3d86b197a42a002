import { pictureAddress } from '@/lib/text/address'
import { classNames } from '@/lib/class-names'

type CoverPictureProps = {
  url: string | undefined
  alt: string
  /** The fallback picture: an address that exists as .avif and .webp. */
  fallback: string
  className?: string
}

/** A 16:9 picture, or its fallback. */
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
