import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { ProposalCard, type ProposedTo } from '@/features/proposal/proposal-card'
import { projectProposalsQuery, sorted } from '@/features/proposal/queries'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
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
  const [params, setParams] = useSearchParams()
  const order = params.get('ordem') ?? ''
  const query = useQuery(projectProposalsQuery(project.id))
  if (query.isPending) {
    return (
      <Loading label="Carregando propostas…">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-48" />
          <Skeleton className="h-48" />
        </div>
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.data.length === 0) {
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
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{formatCount(query.data.length, 'proposta', 'propostas')}</p>
        <Select
          aria-label="Ordenar por"
          className="w-52"
          options={ORDERS}
          value={order}
          onChange={({ target }) =>
            setParams(target.value === '' ? {} : { ordem: target.value }, {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      </div>
      <ul aria-label="Propostas" className="flex flex-col gap-4">
        {sorted(query.data, order).map((proposal) => (
          <li key={proposal.id}>
            <ProposalCard proposal={proposal} project={project} mayDecide={mayDecide} />
          </li>
        ))}
      </ul>
    </>
  )
}
