import { useInfiniteQuery } from '@tanstack/react-query'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { PortfolioCard } from '@/features/profile/portfolio-card'
import { publicPortfolioQuery } from '@/features/profile/queries'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'

/** What a professional shows of his work, in the order he chose. */
export function PublicPortfolio({ professionalId }: { professionalId: string }) {
  const query = useInfiniteQuery(publicPortfolioQuery(professionalId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando portfólio…">
        <Skeleton className="h-64" />
      </Loading>
    )
  }
  const items = rowsOf(query.data)
  if (items.length === 0) return <p className="text-muted">Nenhum projeto no portfólio ainda.</p>
  return (
    <>
      <ul aria-label="Portfólio" className="grid gap-4 md:grid-cols-2">
        {items.map((item) => (
          <li key={item.id}>
            <PortfolioCard item={item} />
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={items.length} total={totalOf(query.data)} noun="projetos" />
    </>
  )
}
