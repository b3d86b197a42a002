import { skipToken, useInfiniteQuery } from '@tanstack/react-query'
import { FileSignature } from 'lucide-react'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { EMPTY, wantedBy, type FilterName } from '@/features/contract/lists/filters'
import { isOver } from '@/features/contract/milestones/milestone-text'
import { nextDateWords, nextFor, nextWords } from '@/features/contract/next-step/next-steps'
import { contractListQuery, partnerOf, type Contract } from '@/features/contract/queries'
import { sideOf, standOf } from '@/features/contract/side'
import { formatCount } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { milestoneAnchor, paths, SECTIONS } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { LinkCard } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

type ContractListProps = {
  partyId: string
  filter: FilterName
  /** The ids to show, once they are known. */
  ids: readonly string[] | undefined
}

/** A party's contracts: partner, value, progress and next step. */
export function ContractList({ partyId, filter, ids }: ContractListProps) {
  const wanted = wantedBy(filter, ids)
  const options = contractListQuery(partyId, wanted ?? { ids: [] })
  const query = useInfiniteQuery({ ...options, ...(wanted === undefined && { queryFn: skipToken }) })
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando contratos…">
        <div className="flex flex-col gap-3">
          {Array.from({ length: 3 }, (_, i) => (
            <Skeleton key={i} className="h-32" />
          ))}
        </div>
      </Loading>
    )
  }
  const contracts = rowsOf<Contract>(query.data)
  if (contracts.length === 0) return <EmptyState icon={FileSignature} {...EMPTY[filter]} />
  return (
    <>
      <ul aria-label="Contratos" className="flex flex-col gap-3">
        {contracts.map((contract) => (
          <li key={contract.id}>
            <ContractRow contract={contract} partyId={partyId} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={contracts.length}
        total={totalOf(query.data)}
        noun="contratos"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  )
}

/** One contract in a few lines, leading to its page. */
export function ContractRow({ contract, partyId }: { contract: Contract; partyId: string }) {
  const side = sideOf(contract, partyId)
  const { label, tone } = standOf(contract)
  const over = contract.milestones.filter(isOver).length
  return (
    <LinkCard className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <Tag>{tagOf('CTR', contract.number)}</Tag>
            <Badge tone={tone}>{label}</Badge>
          </div>
          <h2 className="text-base font-semibold break-words">
            <Link
              to={paths.contract(contract.id)}
              className="after:absolute after:inset-0 hover:underline focus-visible:outline-none"
            >
              {titleOf(contract)}
            </Link>
          </h2>
          <p className="text-sm text-muted">com {partnerOf(contract, partyId)}</p>
        </div>
        <div className="flex flex-col gap-1 sm:items-end">
          <p className="figures text-lg font-medium">{formatMoney(contract.value_cents)}</p>
          <p className="text-sm text-muted">
            {over} de {formatCount(contract.milestones.length, 'marco', 'marcos')}
          </p>
        </div>
      </div>
      <NextLine contract={contract} side={side} />
    </LinkCard>
  )
}

function NextLine({ contract, side }: { contract: Contract; side: ReturnType<typeof sideOf> }) {
  const next = nextFor(contract, side)
  if (next === undefined) return null
  const date = nextDateWords(next)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line pt-3 text-sm break-words">
      <Badge tone={next.side === side ? 'warning' : 'outline'}>
        {next.side === side ? 'Sua vez' : 'Vez da outra parte'}
      </Badge>
      <span className="min-w-0">
        {nextWords(contract, next, side)}
        {date !== undefined && <span className="text-muted"> ({date})</span>}
      </span>
      {next.side === side && next.kind === 'approve' && next.milestone !== undefined && (
        <Link
          to={paths.contract(contract.id, milestoneAnchor(next.milestone.id))}
          className="relative z-10 py-0.5 font-medium underline underline-offset-2 sm:ml-auto"
        >
          Conferir entrega
        </Link>
      )}
      {next.side === side && next.kind === 'fill' && (
        <Link
          to={paths.contract(contract.id, SECTIONS.lists)}
          className="relative z-10 py-0.5 font-medium underline underline-offset-2 sm:ml-auto"
        >
          Preencher a lista
        </Link>
      )}
    </p>
  )
}

/** The title as it was agreed; the project may have another one today. */
export function titleOf({ scope, project }: Pick<Contract, 'scope' | 'project'>): string {
  const agreed: unknown =
    typeof scope === 'object' && scope !== null ? Reflect.get(scope, 'title') : undefined
  return typeof agreed === 'string' && agreed !== '' ? agreed : (project?.title ?? 'Contrato')
}
