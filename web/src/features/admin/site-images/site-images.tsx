import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { siteImageRowsQuery } from '@/features/admin/queries'
import { SiteImageCard } from '@/features/admin/site-images/site-image-card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

type SiteImagesProps = {
  /** The address of our own picture of a key. */
  original: (key: string) => string | undefined
}

/** The pictures of the public pages; a replaced one is on open pages at once. */
export function SiteImages({ original }: SiteImagesProps) {
  const query = useQuery(siteImageRowsQuery())
  if (query.isPending) {
    return (
      <Loading label="Carregando imagens…">
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
          {Array.from({ length: 6 }, (_, i) => (
            <Skeleton key={i} className="h-80" />
          ))}
        </div>
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  return (
    <ul aria-label="Imagens do site" className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
      {query.data.map((image) => (
        <li key={image.key}>
          <SiteImageCard image={image} original={original(image.key)} />
        </li>
      ))}
    </ul>
  )
}
