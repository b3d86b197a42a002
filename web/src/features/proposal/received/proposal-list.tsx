import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Columns3, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { ProposalCard, type ProposedTo } from '@/features/proposal/received/proposal-card'
import { projectProposalsQuery, type Part, type ProjectProposal } from '@/features/proposal/queries'
import { formatTotal } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { Select } from '@/ui/select'
import { Loading, Skeleton } from '@/ui/skeleton'

const ORDERS = [
  { value: '', label: 'Mais recentes' },
  { value: 'valor', label: 'Menor valor' },
  { value: 'avaliacao', label: 'Melhor avaliação' },
] as const

type ProposalListProps = {
  project: ProposedTo
  /** Whether the company may still decide, and the person for it. */
  mayDecide: boolean
  /** Where they stand side by side. */
  compare?: string
  /** What a professional kept of what was agreed, told of all that are shown at once. */
  record?: (professionalId: string, among: readonly string[]) => ReactNode
}

/** What counts, and below it what was taken back, which is none of a project's proposals. */
export function ProposalList(props: ProposalListProps) {
  const [params] = useSearchParams()
  const order = params.get('ordem') ?? ''
  const { error, retry, isPending, withdrawn, ...counting } = useProposals(props.project.id, order)
  if (error !== undefined) return <ErrorState message={errorSentence(error)} onRetry={retry} />
  if (isPending) return <Waiting />
  return (
    <>
      {counting.total === 0 ? (
        <Nobody />
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-muted">{formatTotal(counting.total, 'proposta', 'propostas')}</p>
            <div className="flex flex-wrap gap-3">
              {props.compare !== undefined && counting.total > 1 && (
                <Button asChild>
                  <Link to={props.compare}>
                    <Columns3 className="size-4" aria-hidden />
                    Comparar propostas
                  </Link>
                </Button>
              )}
              <Order value={order} />
            </div>
          </div>
          <Cards {...props} {...counting} label="Propostas" noun="propostas" />
        </>
      )}
      {withdrawn.total > 0 && (
        <details className="mt-6">
          <summary className="cursor-pointer rounded py-1 text-sm font-medium">
            {formatTotal(withdrawn.total, 'proposta retirada', 'propostas retiradas')}
          </summary>
          <div className="pt-4">
            <Cards {...props} {...withdrawn} label="Propostas retiradas" noun="propostas retiradas" />
          </div>
        </details>
      )}
    </>
  )
}

type Listed = { proposals: ProjectProposal[]; total: number; list: PartOfList }

function Cards({
  project,
  mayDecide,
  record,
  proposals,
  total,
  list,
  label,
  noun,
}: ProposalListProps & Listed & { label: string; noun: string }) {
  const among = proposals.flatMap(({ professional }) => professional?.id ?? [])
  return (
    <>
      <ul aria-label={label} className="flex flex-col gap-4">
        {proposals.map((proposal) => (
          <li key={proposal.id}>
            <ProposalCard
              proposal={proposal}
              project={project}
              mayDecide={mayDecide}
              record={proposal.professional && record?.(proposal.professional.id, among)}
            />
          </li>
        ))}
      </ul>
      <MorePages list={list} shown={proposals.length} total={total} noun={noun} />
    </>
  )
}

/** The accepted one, then the others as one list; the withdrawn apart. */
function useProposals(projectId: string, order: string) {
  const accepted = usePart(projectId, 'accepted', order)
  const others = usePart(projectId, 'others', order)
  const withdrawn = usePart(projectId, 'withdrawn', order)
  const parts = [accepted, others, withdrawn]
  const shown = accepted.hasNextPage ? [accepted] : [accepted, others]
  return {
    error: parts.find((part) => part.isError)?.error,
    retry: () => parts.forEach((part) => void part.refetch()),
    isPending: parts.some((part) => part.isPending),
    proposals: shown.flatMap(rowsIn),
    total: totalIn(accepted) + totalIn(others),
    list: accepted.hasNextPage ? accepted : others,
    withdrawn: { proposals: rowsIn(withdrawn), total: totalIn(withdrawn), list: withdrawn },
  }
}

type PartOfList = ReturnType<typeof usePart>

function rowsIn({ data }: PartOfList): ProjectProposal[] {
  return data === undefined ? [] : rowsOf(data)
}

function totalIn({ data }: PartOfList): number {
  return data === undefined ? 0 : totalOf(data)
}

/** Another order replaces the list when it is there, not before. */
function usePart(projectId: string, part: Part, order: string) {
  const query = projectProposalsQuery(projectId, { part, order })
  return useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
}

function Order({ value }: { value: string }) {
  const [, setParams] = useSearchParams()
  return (
    <Select
      aria-label="Ordenar por"
      className="w-52"
      options={ORDERS}
      value={value}
      onChange={({ target }) =>
        setParams(target.value === '' ? {} : { ordem: target.value }, {
          replace: true,
          preventScrollReset: true,
        })
      }
    />
  )
}

function Waiting() {
  return (
    <Loading label="Carregando propostas…">
      <div className="flex flex-col gap-4">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    </Loading>
  )
}

function Nobody() {
  return (
    <EmptyState
      icon={Inbox}
      title="Nenhuma proposta recebida"
      description="Quando um profissional enviar uma proposta, ela aparece aqui na hora."
      action={
        <Button asChild>
          <Link to={paths.professionals()}>Encontrar Profissionais</Link>
        </Button>
      }
    />
  )
}
