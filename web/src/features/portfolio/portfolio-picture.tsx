import { CoverPicture } from '@/ui/cover-picture'

/** The first picture of a project, or a fallback. */
export function PortfolioPicture({ url }: { url: string | undefined }) {
  return (
    <CoverPicture
      url={url}
      alt=""
      fallback="/imagens/portfolio-default-640"
      className="rounded-sm border border-line"
    />
  )
}
