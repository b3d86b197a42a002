import { RotateCcw, Undo2, X } from 'lucide-react'
import { UNDO_DECLINE_MINUTES, BOUNDS } from '@/api/limits'
import type { ProjectProposal } from '@/features/proposal/queries'
import { STEPS, useStep } from '@/features/proposal/steps'
import { formatClock } from '@/lib/format'
import { Button } from '@/ui/button'
import { useState } from 'react'
import { REASONS } from '@/features/proposal/text'
import { Checkbox } from '@/ui/checkbox'
import { ReasonDialog } from '@/ui/reason-dialog'

type DecisionProps = { id: string; professional: string }

type SecondThoughtProps = {
  proposal: Pick<ProjectProposal, 'id' | 'status' | 'decline_cause' | 'decided_at'>
  professional: string
}

/** A refusal that can still be undone: the company's own for some minutes, or, while the project is open, the one that followed from another choice. */
export function SecondThought({ proposal, professional }: SecondThoughtProps) {
  if (proposal.status !== 'declined') return null
  if (proposal.decline_cause === 'other_chosen')
    return <ReopenAction id={proposal.id} professional={professional} />
  const until = undoableUntil(proposal)
  return until === undefined ? null : <UndoAction id={proposal.id} until={until} />
}

/** Until when the company may take back its own no; nothing once that is over. */
export function undoableUntil(
  { decline_cause, decided_at }: SecondThoughtProps['proposal'],
  now = Date.now(),
): Date | undefined {
  if (decline_cause !== 'company' || decided_at === null) return undefined
  const until = new Date(Date.parse(decided_at) + UNDO_DECLINE_MINUTES * 60_000)
  return until.getTime() > now ? until : undefined
}

function UndoAction({ id, until }: { id: string; until: Date }) {
  const undo = useStep(STEPS.undoDecline, 'A recusa foi mantida')
  return (
    <Button
      variant="ghost"
      loading={undo.isPending}
      onClick={() =>
        void undo.run(
          { proposal_id: id },
          { title: 'Recusa desfeita', description: 'A proposta voltou a pendente.' },
        )
      }
    >
      <Undo2 className="size-4" aria-hidden />
      Desfazer a recusa (até {formatClock(until)})
    </Button>
  )
}

function ReopenAction({ id, professional }: DecisionProps) {
  const reopen = useStep(STEPS.reopen, 'Proposta não reaberta')
  return (
    <Button
      loading={reopen.isPending}
      onClick={() =>
        void reopen.run(
          { proposal_id: id },
          { title: 'Proposta reaberta', description: `Avisamos ${professional}.` },
        )
      }
    >
      <RotateCcw className="size-4" aria-hidden />
      Reabrir proposta
    </Button>
  )
}

type DeclineActionProps = { id: string; professional: string }

/** Declines with a reason that the professional reads. */
export function DeclineAction({ id, professional }: DeclineActionProps) {
  const [invitesNew, setInvitesNew] = useState(false)
  const { decline, isPending } = useDecline(id)
  return (
    <ReasonDialog
      trigger={
        <Button variant="ghost">
          <X className="size-4" aria-hidden />
          Recusar
        </Button>
      }
      title={`Recusar a proposta de ${professional}`}
      description="O motivo ajuda nas próximas propostas."
      hint="O profissional lê o que você escrever."
      missing="Escreva o motivo da recusa."
      ready={REASONS}
      confirmLabel="Recusar proposta"
      destructive
      maxLength={BOUNDS.proposals.decline_reason}
      loading={isPending}
      onConfirm={(reason) => decline(reason, invitesNew)}
    >
      <Checkbox
        name="invites-new"
        checked={invitesNew}
        onCheckedChange={(checked) => setInvitesNew(checked === true)}
        label="Convidar a enviar outra proposta"
      />
    </ReasonDialog>
  )
}

/** Declines the proposal and offers to undo it at once. */
function useDecline(id: string) {
  const step = useStep(STEPS.decline, 'Proposta não recusada')
  const undo = useStep(STEPS.undoDecline, 'A recusa foi mantida')
  const takeBack = () =>
    void undo.run(
      { proposal_id: id },
      { title: 'Recusa desfeita', description: 'A proposta voltou a pendente.' },
    )

  async function decline(reason: string, invitesNew: boolean) {
    const done = {
      title: 'Proposta recusada',
      description: 'O profissional recebeu o motivo.',
      action: {
        label: 'Desfazer',
        altText: 'Desfazer a recusa, também no cartão da proposta',
        onClick: takeBack,
      },
    }
    const wasTaken = await step.run({ proposal_id: id, reason, invites_new: invitesNew }, done)
    if (!wasTaken) throw new Error('proposal not declined')
  }

  return { decline, isPending: step.isPending }
}
