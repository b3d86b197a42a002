const DEFAULT_PICTURE = '/imagens/portfolio-default-640'

/** The first picture of a project, else the one that stands in for it. */
export function PortfolioPicture({ url }: { url: string | undefined }) {
  const looks = 'aspect-video w-full rounded-sm border border-line bg-sunken object-cover'
  if (url !== undefined) {
    return <img src={url} alt="" loading="lazy" decoding="async" draggable={false} className={looks} />
  }
  return (
    <picture>
      <source type="image/avif" srcSet={`${DEFAULT_PICTURE}.avif`} />
      <img src={`${DEFAULT_PICTURE}.webp`} alt="" draggable={false} className={looks} />
    </picture>
  )
}
