import { useQuery } from '@tanstack/react-query'
import { Inbox, MessageSquare } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useSkillLabels } from '@/api/skills'
import { AcceptAction, DeclineAction } from '@/features/proposal/decisions'
import { projectProposalsQuery, sorted, type ProjectProposal } from '@/features/proposal/queries'
import { statusOf } from '@/features/proposal/text'
import { formatCount, formatDateTime, formatMoney, formatRating } from '@/lib/format'
import { paths } from '@/lib/paths'
import { subtitleOf } from '@/lib/subtitle'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ChipList } from '@/ui/chip'
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
  projectId: string
  /** Whether the company may still decide. */
  isOpen: boolean
}

export function ProposalList({ projectId, isOpen }: ProposalListProps) {
  const [params, setParams] = useSearchParams()
  const order = params.get('ordem') ?? ''
  const query = useQuery(projectProposalsQuery(projectId))
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
            <ProposalCard proposal={proposal} isOpen={isOpen} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ProposalCard({ proposal, isOpen }: { proposal: ProjectProposal; isOpen: boolean }) {
  const labels = useSkillLabels()
  const { professional } = proposal
  const status = statusOf(proposal.status)
  return (
    <Card className="flex flex-col gap-5 p-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex min-w-0 gap-4">
          <Avatar
            name={professional?.name ?? '?'}
            imageUrl={professional?.avatar_url}
            seed={professional?.avatar_seed}
            size="lg"
          />
          <div className="min-w-0">
            <h2 className="text-base font-semibold break-words">
              {professional?.name ?? 'Usuário indisponível'}
            </h2>
            <p className="text-sm text-muted">{subtitleOf(professional)}</p>
            <p className="text-sm text-muted">
              {[professional?.experience, professional?.location].map((fact) => fact && `${fact} · `)}
              Avaliação: {formatRating(professional?.rating)}
            </p>
          </div>
        </div>
        <div className="flex flex-col items-start gap-1 sm:items-end">
          <p className="figures text-xl font-medium">{formatMoney(proposal.value)}</p>
          <div className="flex items-center gap-2 text-sm text-muted">
            <Badge tone={status.tone}>{status.label}</Badge>
            <time dateTime={proposal.created_at}>{formatDateTime(proposal.created_at)}</time>
          </div>
        </div>
      </div>
      <p className="max-w-measure leading-relaxed break-words whitespace-pre-line">{proposal.cover_letter}</p>
      {proposal.decline_reason !== null && (
        <p className="max-w-measure border-l-2 border-line pl-4 text-sm break-words">
          <span className="font-medium">Motivo da recusa: </span>
          {proposal.decline_reason}
        </p>
      )}
      {professional && <ChipList words={labels(professional.skills)} max={4} />}
      {professional && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          {isOpen && proposal.status === 'pending' && (
            <>
              <AcceptAction id={proposal.id} professional={professional.name} />
              <DeclineAction id={proposal.id} professional={professional.name} />
            </>
          )}
          <Button asChild variant="ghost">
            <Link to={paths.conversation(professional.id)}>
              <MessageSquare className="size-4" aria-hidden />
              Enviar mensagem
            </Link>
          </Button>
          <Button asChild variant="ghost">
            <Link to={paths.professional(professional.id)}>Ver Perfil</Link>
          </Button>
        </div>
      )}
    </Card>
  )
}
