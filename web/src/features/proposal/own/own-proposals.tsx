import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { OwnProposalCard } from '@/features/proposal/own/own-proposal-card'
import { ownProposalCountsQuery, ownProposalsQuery } from '@/features/proposal/own/own-queries'
import { FILTERS, type ProposalStatus } from '@/features/proposal/text'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { FilterTabs } from '@/ui/filter-tabs'
import { LoadMore } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'

type OwnProposalsProps = {
  professionalId: string
  /** Whether the person may withdraw proposals of the party. */
  mayNegotiate: boolean
  /** What an accepted proposal led to, also when it ended early. */
  contract: (proposalId: string) => ReactNode
}

const STATUSES = FILTERS.map(({ value }) => value)

/** A professional's proposals by state; the state stands in the address. */
export function OwnProposals(props: OwnProposalsProps) {
  const { professionalId } = props
  const [params, setParams] = useSearchParams()
  const wanted = params.get('situacao') ?? ''
  const status = FILTERS.find((filter) => filter.value === wanted)?.value ?? ''
  const { data: counts } = useQuery(ownProposalCountsQuery(professionalId, STATUSES))
  return (
    <>
      <FilterTabs
        label="Filtrar por situação"
        options={FILTERS.map((filter) => ({ ...filter, count: counts?.get(filter.value) }))}
        value={status}
        onValueChange={(next) =>
          setParams(next === '' ? {} : { situacao: next }, { replace: true, preventScrollReset: true })
        }
      />
      <List {...props} status={status} />
    </>
  )
}

function List({
  professionalId,
  mayNegotiate,
  status,
  contract,
}: OwnProposalsProps & { status: ProposalStatus | '' }) {
  const query = useInfiniteQuery(ownProposalsQuery(professionalId, status))
  if (query.isPending) {
    return (
      <Loading label="Carregando propostas…">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
        </div>
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const proposals = query.data.pages.flatMap((page) => page.rows)
  if (proposals.length === 0) {
    return (
      <EmptyState
        icon={Send}
        title={status === '' ? 'Nenhuma proposta enviada' : 'Nenhuma proposta nesta situação'}
        description="Encontre um projeto que pede o que você faz e envie a primeira."
        action={
          <Button asChild variant="primary">
            <Link to={paths.projects()}>Explorar Projetos</Link>
          </Button>
        }
      />
    )
  }
  return (
    <>
      <ul aria-label="Minhas propostas" className="flex flex-col gap-4">
        {proposals.map((proposal) => (
          <li key={proposal.id}>
            <OwnProposalCard
              professionalId={professionalId}
              mayNegotiate={mayNegotiate}
              proposal={proposal}
              contract={
                (proposal.status === 'accepted' || proposal.status === 'ended') && contract(proposal.id)
              }
            />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={proposals.length}
        total={query.data.pages[0]?.total ?? 0}
        noun="propostas"
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  )
}
