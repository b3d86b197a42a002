import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { rowsOf, totalOf } from '@/api/counted-pages'
import { errorSentence } from '@/api/errors'
import { ProposalCard, type ProposedTo } from '@/features/proposal/proposal-card'
import { projectProposalsQuery, type Part } from '@/features/proposal/queries'
import { formatCount } from '@/lib/format'
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
}

export function ProposalList({ project, mayDecide }: ProposalListProps) {
  const [params] = useSearchParams()
  const order = params.get('ordem') ?? ''
  const { error, retry, isPending, proposals, total, list } = useProposals(project.id, order)
  if (error !== undefined) return <ErrorState message={errorSentence(error)} onRetry={retry} />
  if (isPending) return <Waiting />
  if (total === 0) return <Nobody />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{formatCount(total, 'proposta', 'propostas')}</p>
        <Order value={order} />
      </div>
      <ul aria-label="Propostas" className="flex flex-col gap-4">
        {proposals.map((proposal) => (
          <li key={proposal.id}>
            <ProposalCard proposal={proposal} project={project} mayDecide={mayDecide} />
          </li>
        ))}
      </ul>
      <MorePages list={list} shown={proposals.length} total={total} noun="propostas" />
    </>
  )
}

/** The parts as one list: the next begins when the one before is whole. */
function useProposals(projectId: string, order: string) {
  const accepted = usePart(projectId, 'accepted', order)
  const standing = usePart(projectId, 'standing', order)
  const withdrawn = usePart(projectId, 'withdrawn', order)
  const parts = [accepted, standing, withdrawn]
  const unfinished = parts.findIndex((part) => part.hasNextPage)
  const shown = unfinished === -1 ? parts : parts.slice(0, unfinished + 1)
  return {
    error: parts.find((part) => part.isError)?.error,
    retry: () => parts.forEach((part) => void part.refetch()),
    isPending: parts.some((part) => part.isPending),
    proposals: shown.flatMap(({ data }) => (data === undefined ? [] : rowsOf(data))),
    total: parts.reduce((sum, { data }) => sum + (data === undefined ? 0 : totalOf(data)), 0),
    list: shown.at(-1) ?? withdrawn,
  }
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
