import { Megaphone, MessageSquare } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSkillLabels } from '@/api/directory/skills'
import { isOutdated, isStanding } from '@/features/proposal/own/sent-proposals'
import type { ProjectProposal } from '@/features/proposal/queries'
import { AcceptAction } from '@/features/proposal/received/accept-action'
import { DeclineAction, SecondThought } from './decisions'
import { OfferPanel } from '@/features/proposal/terms/offer-panel'
import { CounterAction } from '@/features/proposal/terms/terms-action'
import { TermsHistory } from '@/features/proposal/terms/terms-history'
import { TermsView } from '@/features/proposal/terms/terms-view'
import { statusOf } from '@/features/proposal/text'
import { formatDateTime, formatRating, formatRecord } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { contactOf, paths } from '@/lib/paths'
import { isBlocked, subtitleOf } from '@/lib/person/person'
import { AlertDialog } from '@/ui/alert-dialog'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ChipList } from '@/ui/chip'

export type ProposedTo = { id: string; title: string; revision: number; is_confidential: boolean }

type ProposalCardProps = {
  proposal: ProjectProposal
  project: ProposedTo
  /** Whether the company may still decide, and the person for it. */
  mayDecide: boolean
  /** What the professional kept of what was agreed elsewhere. */
  record?: ReactNode
}

/** A proposal as the company reads it. */
export function ProposalCard({ proposal, project, mayDecide, record }: ProposalCardProps) {
  const labels = useSkillLabels()
  const { professional } = proposal
  return (
    <Card className="flex flex-col gap-5 p-5">
      <Head proposal={proposal} project={project} />
      {record}
      <p className="max-w-measure leading-relaxed break-words whitespace-pre-line">{proposal.cover_letter}</p>
      {proposal.decline_reason !== null && (
        <p className="max-w-measure border-l-2 border-line pl-4 text-sm break-words">
          <span className="font-medium">Motivo da recusa: </span>
          {proposal.decline_reason}
        </p>
      )}
      <TermsView terms={proposal} />
      <TermsHistory proposalId={proposal.id} />
      {proposal.status === 'pending' && (
        <OfferPanel proposal={proposal} side="company" mayNegotiate={mayDecide} />
      )}
      {professional && <ChipList words={labels(professional.skills)} max={4} />}
      {professional && (
        <Actions proposal={proposal} project={project} mayDecide={mayDecide} professional={professional} />
      )}
    </Card>
  )
}

type ActionsProps = ProposalCardProps & { professional: NonNullable<ProjectProposal['professional']> }

function Actions({ proposal, project, mayDecide, professional }: ActionsProps) {
  const isPending = mayDecide && proposal.status === 'pending'
  const isOut = isOutdated(proposal, project)
  const isHired = proposal.status === 'accepted' || proposal.status === 'ended'
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      {isPending && isOut && (
        <p className="basis-full text-sm text-muted">
          O projeto mudou depois desta proposta. Você pode aceitá-la quando o profissional confirmar.
        </p>
      )}
      {isPending && !isOut && (
        <AcceptAction proposal={proposal} title={project.title} professional={professional.name} />
      )}
      {isPending && <CounterAction proposal={proposal} />}
      {isPending && <DeclineAction id={proposal.id} professional={professional.name} />}
      {mayDecide && <SecondThought proposal={proposal} professional={professional.name} />}
      <MessageAction professional={professional} tellsName={project.is_confidential && !isHired} />
      <Button asChild variant="ghost">
        <Link to={paths.professional(professional.id, professional.name)}>Ver Perfil</Link>
      </Button>
    </div>
  )
}

function Head({ proposal, project }: { proposal: ProjectProposal; project: ProposedTo }) {
  const { professional } = proposal
  const status = statusOf(proposal.status)
  return (
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
            {isBlocked(professional) && (
              <Badge tone="danger" className="ml-2">
                bloqueado
              </Badge>
            )}
          </h2>
          <p className="text-sm text-muted">{subtitleOf(professional)}</p>
          <p className="text-sm text-muted">
            {[professional?.experience, professional?.location].map((fact) => fact && `${fact} · `)}
            Avaliação: {formatRating(professional?.rating)}
            {formatRecord(professional)}
          </p>
        </div>
      </div>
      <div className="flex flex-col items-start gap-1 sm:items-end">
        <p className="figures text-xl font-medium">{formatMoney(proposal.value_cents)}</p>
        <div className="flex items-center gap-2 text-sm text-muted">
          <Badge tone={status.tone}>{status.label}</Badge>
          <Confirmation proposal={proposal} project={project} />
          <time dateTime={proposal.created_at}>{formatDateTime(proposal.created_at)}</time>
        </div>
      </div>
    </div>
  )
}

/** Whether the proposal stands for the project as it is now; while nothing changed, that goes without saying. */
function Confirmation({ proposal, project }: { proposal: ProjectProposal; project: ProposedTo }) {
  const stands = isStanding(proposal.status)
  if (project.revision === 1 || !stands) return null
  return isOutdated(proposal, project) ? (
    <Badge tone="warning">Não confirmada</Badge>
  ) : (
    <Badge tone="success">Confirmada na revisão {project.revision}</Badge>
  )
}

type MessageActionProps = {
  professional: { id: string; contact_id: string | null }
  /** Whether writing would tell the name of a company that keeps it back. */
  tellsName: boolean
}

/** The button that writes to the professional; for a confidential project it first warns that the company's name is revealed. */
function MessageAction({ professional, tellsName }: MessageActionProps) {
  const address = paths.conversation(contactOf(professional))
  if (tellsName) return <Doubted address={address} />
  return (
    <Button asChild variant="ghost">
      <Link to={address}>
        <MessageSquare className="size-4" aria-hidden />
        Enviar mensagem
      </Link>
    </Button>
  )
}

function Doubted({ address }: { address: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="ghost">
          <MessageSquare className="size-4" aria-hidden />
          Enviar mensagem
        </Button>
      }
      title="Escrever mostra o nome da empresa"
      description="O projeto é confidencial, e quem recebe uma mensagem vê quem escreve. Para explicar algo sem se identificar, publique um esclarecimento: todos que enviaram proposta leem."
      confirmLabel="Escrever mesmo assim"
      onConfirm={() => void navigate(address)}
    >
      <Button asChild>
        <Link to={{ hash: 'perguntas' }} onClick={() => setIsOpen(false)}>
          <Megaphone className="size-4" aria-hidden />
          Publicar esclarecimento
        </Link>
      </Button>
    </AlertDialog>
  )
}
