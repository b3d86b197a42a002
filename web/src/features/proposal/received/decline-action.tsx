import { X } from 'lucide-react'
import { useState } from 'react'
import { BOUNDS } from '@/api/limits'
import { STEPS } from '@/features/proposal/steps'
import { REASONS } from '@/features/proposal/text'
import { useStep } from '@/features/proposal/use-step'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { ReasonDialog } from '@/ui/reason-dialog'

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

/** The no, and the way to take it back at once. */
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
