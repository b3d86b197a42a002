import { useQuery } from '@tanstack/react-query'
import { CircleCheck, FilePen, MessageSquare, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSkillLabels } from '@/api/directory/skills'
import { errorSentence } from '@/api/errors'
import { PROPOSALS_PARTY_MAX } from '@/api/limits'
import type { OwnProposal } from './own-queries'
import { isOutdated, isOver, isStanding } from './sent-proposals'
import { SendAgain } from '@/features/proposal/propose/send-again'
import { STEPS, useStep } from '@/features/proposal/steps'
import { OfferPanel } from '@/features/proposal/terms/offer-panel'
import { changesOf, revisionsQuery } from '@/features/proposal/terms/term-changes'
import { TermsAction } from '@/features/proposal/terms/terms-action'
import { TermsHistory } from '@/features/proposal/terms/terms-history'
import { RevisionDiff, TermsView } from '@/features/proposal/terms/terms-view'
import { statusOf } from '@/features/proposal/text'
import { formatDate } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { contactOf, paths } from '@/lib/paths'
import { AlertDialog } from '@/ui/alert-dialog'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

type OwnProposalCardProps = {
  proposal: OwnProposal
  professionalId: string
  /** Whether the person may withdraw it for the party. */
  mayNegotiate: boolean
  contract: ReactNode
}

export function OwnProposalCard({ proposal, professionalId, mayNegotiate, contract }: OwnProposalCardProps) {
  const { project } = proposal
  const isOut = isOutdated(proposal, project)
  const stands = isStanding(proposal.status)
  return (
    <Card className="flex flex-col gap-4 p-5">
      <Head proposal={proposal} />
      {proposal.decline_reason !== null && (
        <p className="max-w-measure border-l-2 border-line pl-4 text-sm break-words whitespace-pre-line">
          <span className="font-medium">Motivo: </span>
          {proposal.decline_reason}
        </p>
      )}
      {isOut && (
        <ProjectChanged
          proposal={proposal}
          project={project}
          mayNegotiate={mayNegotiate}
          withdraw={<WithdrawAction id={proposal.id} />}
        />
      )}
      <details className="text-sm">
        <summary className="w-fit cursor-pointer text-muted hover:text-ink">Carta de apresentação</summary>
        <p className="mt-2 max-w-measure leading-relaxed break-words whitespace-pre-line">
          {proposal.cover_letter}
        </p>
      </details>
      <OwnTerms proposal={proposal} mayNegotiate={mayNegotiate} />
      {contract}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {project.company && proposal.status !== 'withdrawn' && (
          <Button asChild variant="ghost" size="sm">
            <Link to={paths.conversation(contactOf(project.company))}>
              <MessageSquare className="size-4" aria-hidden />
              Conversar
            </Link>
          </Button>
        )}
        {mayNegotiate && <OtherTerms proposal={proposal} />}
        {mayNegotiate && stands && !isOut && <WithdrawAction id={proposal.id} />}
        {mayNegotiate && isOver(proposal.status) && project.status === 'open' && (
          <SendAgain after={proposal} project={project} professionalId={professionalId} />
        )}
      </div>
    </Card>
  )
}

function OwnTerms({ proposal, mayNegotiate }: { proposal: OwnProposal; mayNegotiate: boolean }) {
  return (
    <>
      <TermsView terms={proposal} />
      <TermsHistory proposalId={proposal.id} />
      {proposal.status === 'pending' && (
        <OfferPanel proposal={proposal} side="professional" mayNegotiate={mayNegotiate} />
      )}
    </>
  )
}

/** While it stands it can be revised; once its validity is over, renewed. */
function OtherTerms({ proposal }: { proposal: OwnProposal }) {
  if (isStanding(proposal.status))
    return <TermsAction kind="revise" proposal={proposal} button={<Button>Revisar proposta</Button>} />
  if (proposal.status !== 'expired' || proposal.project.status !== 'open') return null
  return <TermsAction kind="renew" proposal={proposal} button={<Button>Renovar proposta</Button>} />
}

function Head({ proposal }: { proposal: OwnProposal }) {
  const { project } = proposal
  const status = statusOf(proposal.status)
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Tag>{tagOf('PRJ', project.number)}</Tag>
          <Badge tone={status.tone}>{status.label}</Badge>
          {isOutdated(proposal, project) && <Badge tone="warning">Confirmar</Badge>}
          <time dateTime={proposal.created_at}>enviada em {formatDate(proposal.created_at)}</time>
        </div>
        <h2 className="text-base font-semibold break-words">
          <Link to={paths.project(project.id, project.title)} className="hover:underline">
            {project.title}
          </Link>
        </h2>
        <p className="text-sm text-muted">{project.company?.name ?? 'Empresa Confidencial'}</p>
      </div>
      <p className="figures text-xl font-medium">{formatMoney(proposal.value_cents)}</p>
    </div>
  )
}

/** Takes one's own proposal back, before the company decided. */
function WithdrawAction({ id }: { id: string }) {
  const withdraw = useStep(STEPS.withdraw, 'Proposta não retirada')
  return (
    <AlertDialog
      trigger={
        <Button variant="ghost" loading={withdraw.isPending}>
          <Undo2 className="size-4" aria-hidden />
          Retirar
        </Button>
      }
      title="Retirar a proposta?"
      description={`A empresa deixa de poder aceitá-la e é avisada. Enquanto o projeto estiver aberto, você pode enviar outra, até ${PROPOSALS_PARTY_MAX} no total.`}
      confirmLabel="Retirar proposta"
      destructive
      onConfirm={() => void withdraw.run({ proposal_id: id }, { title: 'Proposta retirada' })}
    />
  )
}

type ProjectChangedProps = {
  proposal: { id: string; project_revision: number }
  project: { id: string; revision: number }
  /** Whether the person decides for the party. */
  mayNegotiate: boolean
  /** The other way to answer. */
  withdraw: ReactNode
}

/** The project says something else than what was answered: what, and the two ways to answer. */
function ProjectChanged({ proposal, project, mayNegotiate, withdraw }: ProjectChangedProps) {
  const confirm = useStep(STEPS.confirm, 'Proposta não confirmada')
  return (
    <section
      aria-label="O projeto mudou"
      className="flex flex-col gap-4 rounded border border-line bg-sunken p-4"
    >
      <div>
        <p className="flex items-center gap-2 font-medium">
          <FilePen className="size-4 text-warning" aria-hidden />O projeto mudou depois da sua proposta
        </p>
        <p className="mt-1 text-sm text-muted">
          A empresa só pode aceitá-la depois que você confirmar o valor para o projeto como está agora.
        </p>
      </div>
      <Changes projectId={project.id} from={proposal.project_revision} to={project.revision} />
      {mayNegotiate && (
        <div className="flex flex-wrap gap-2">
          <Button
            loading={confirm.isPending}
            onClick={() =>
              void confirm.run(
                { proposal_id: proposal.id },
                { title: 'Proposta confirmada', description: 'A empresa foi avisada.' },
              )
            }
          >
            <CircleCheck className="size-4" aria-hidden />
            Confirmar proposta
          </Button>
          {withdraw}
        </div>
      )}
    </section>
  )
}

function Changes({ projectId, from, to }: { projectId: string; from: number; to: number }) {
  const labels = useSkillLabels()
  const query = useQuery(revisionsQuery(projectId, from, to))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando mudanças…">
        <Skeleton className="h-20" />
      </Loading>
    )
  }
  const changes = query.data === null ? [] : changesOf(query.data, labels)
  if (changes.length === 0)
    return <p className="text-sm">O texto voltou a ser o que era. Confirme para a empresa seguir.</p>
  return <RevisionDiff changes={changes} />
}
