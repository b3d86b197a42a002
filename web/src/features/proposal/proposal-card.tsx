import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { useSkillLabels } from '@/api/skills'
import { AcceptAction, SecondThought } from '@/features/proposal/decisions'
import { DeclineAction } from '@/features/proposal/decline-action'
import type { ProjectProposal } from '@/features/proposal/queries'
import { statusOf } from '@/features/proposal/text'
import { formatDateTime, formatRating } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { contactOf, paths } from '@/lib/paths'
import { isBlocked } from '@/lib/standing'
import { subtitleOf } from '@/lib/subtitle'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ChipList } from '@/ui/chip'

type ProposalCardProps = {
  proposal: ProjectProposal
  /** Whether the company may still decide, and the person for it. */
  mayDecide: boolean
}

/** A proposal as the company reads it. */
export function ProposalCard({ proposal, mayDecide }: ProposalCardProps) {
  const labels = useSkillLabels()
  const { professional } = proposal
  return (
    <Card className="flex flex-col gap-5 p-5">
      <Head proposal={proposal} />
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
          {mayDecide && proposal.status === 'pending' && (
            <>
              <AcceptAction id={proposal.id} professional={professional.name} />
              <DeclineAction id={proposal.id} professional={professional.name} />
            </>
          )}
          {mayDecide && <SecondThought proposal={proposal} professional={professional.name} />}
          <Button asChild variant="ghost">
            <Link to={paths.conversation(contactOf(professional))}>
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

function Head({ proposal }: { proposal: ProjectProposal }) {
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
          </p>
        </div>
      </div>
      <div className="flex flex-col items-start gap-1 sm:items-end">
        <p className="figures text-xl font-medium">{formatMoney(proposal.value_cents)}</p>
        <div className="flex items-center gap-2 text-sm text-muted">
          <Badge tone={status.tone}>{status.label}</Badge>
          <time dateTime={proposal.created_at}>{formatDateTime(proposal.created_at)}</time>
        </div>
      </div>
    </div>
  )
}
