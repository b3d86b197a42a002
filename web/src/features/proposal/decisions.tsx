import { Check, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { UNDO_DECLINE_MINUTES } from '@/api/limits'
import type { ProjectProposal } from '@/features/proposal/queries'
import { STEPS } from '@/features/proposal/steps'
import { useStep } from '@/features/proposal/use-step'
import { formatClock } from '@/lib/format'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'

type DecisionProps = { id: string; professional: string }

/** Hires: what follows is said before. */
export function AcceptAction({ id, professional }: DecisionProps) {
  const [keepOthers, setKeepOthers] = useState(false)
  const accept = useStep(STEPS.accept, 'Proposta não aceita')
  return (
    <AlertDialog
      trigger={
        <Button loading={accept.isPending}>
          <Check className="size-4" aria-hidden />
          Aceitar proposta
        </Button>
      }
      title={`Aceitar a proposta de ${professional}?`}
      description={
        keepOthers
          ? 'O projeto passa a em andamento e a conversa com o profissional é aberta. As outras propostas esperam: se este contrato terminar antes do início, elas voltam.'
          : 'O projeto passa a em andamento, as outras propostas são recusadas com um agradecimento e a conversa com o profissional é aberta.'
      }
      confirmLabel="Aceitar proposta"
      onConfirm={() =>
        void accept.run(
          { proposal_id: id, keep_others: keepOthers },
          { title: 'Proposta aceita!', description: `${professional} foi avisado. Bom trabalho!` },
        )
      }
    >
      <Checkbox
        name={`keep-others-${id}`}
        checked={keepOthers}
        onCheckedChange={(checked) => setKeepOthers(checked === true)}
        label="Manter as outras em espera até o início do trabalho"
      />
    </AlertDialog>
  )
}

type SecondThoughtProps = {
  proposal: Pick<ProjectProposal, 'id' | 'status' | 'decline_cause' | 'decided_at'>
  professional: string
}

/** A no that can still turn: the company's own for some minutes, another's choice while the project is open. */
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
          { title: 'Proposta reaberta', description: `${professional} foi avisado.` },
        )
      }
    >
      <RotateCcw className="size-4" aria-hidden />
      Reabrir proposta
    </Button>
  )
}
