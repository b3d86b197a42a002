import { X } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { BOUNDS } from '@/api/limits'
import { STEPS } from '@/features/proposal/steps'
import { REASONS } from '@/features/proposal/text'
import { useStep } from '@/features/proposal/use-step'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'

type DeclineActionProps = { id: string; professional: string }

/** Declines with a reason that the professional reads. */
export function DeclineAction({ id, professional }: DeclineActionProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost">
          <X className="size-4" aria-hidden />
          Recusar
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Recusar a proposta de ${professional}`}
        description="O motivo é enviado ao profissional e ajuda nas próximas propostas."
      >
        <DeclineForm id={id} onSent={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function DeclineForm({ id, onSent }: { id: string; onSent: () => void }) {
  const [reason, setReason] = useState('')
  const [invitesNew, setInvitesNew] = useState(false)
  const [wasRefused, setWasRefused] = useState(false)
  const { decline, isPending } = useDecline(id, onSent)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (reason.trim() !== '') decline(reason.trim(), invitesNew)
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <div role="group" aria-label="Motivos prontos" className="flex flex-wrap gap-2">
        {REASONS.map((ready) => (
          <Button key={ready} size="sm" onClick={() => setReason(ready)}>
            {ready}
          </Button>
        ))}
      </div>
      <Field
        name="reason"
        label="Motivo"
        error={wasRefused && reason.trim() === '' ? 'Escreva o motivo da recusa.' : undefined}
      >
        <Textarea
          rows={4}
          maxLength={BOUNDS.proposals.decline_reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Checkbox
        name="invites-new"
        checked={invitesNew}
        onCheckedChange={(checked) => setInvitesNew(checked === true)}
        label="Convidar a enviar outra proposta"
      />
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="danger" loading={isPending}>
          Recusar proposta
        </Button>
      </DialogActions>
    </form>
  )
}

/** The no, and the way to take it back at once. */
function useDecline(id: string, onSent: () => void) {
  const step = useStep(STEPS.decline, 'Proposta não recusada')
  const undo = useStep(STEPS.undoDecline, 'A recusa foi mantida')
  const takeBack = () =>
    void undo.run(
      { proposal_id: id },
      { title: 'Recusa desfeita', description: 'A proposta voltou a pendente.' },
    )

  function decline(reason: string, invitesNew: boolean) {
    const done = {
      title: 'Proposta recusada',
      description: 'O profissional recebeu o motivo.',
      action: {
        label: 'Desfazer',
        altText: 'Desfazer a recusa, também no cartão da proposta',
        onClick: takeBack,
      },
    }
    void step
      .run({ proposal_id: id, reason, invites_new: invitesNew }, done)
      .then((wasTaken) => wasTaken && onSent())
  }

  return { decline, isPending: step.isPending }
}
