import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { acceptProposal, declineProposal } from '@/features/proposal/queries'
import { REASONS } from '@/features/proposal/text'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'
import { toast } from '@/ui/toast'
import { settle } from '@/lib/settle'

type DecisionProps = { id: string; professional: string }

/** Hires: what follows is said before. */
export function AcceptAction({ id, professional }: DecisionProps) {
  const accept = useMutation(acceptProposal(useQueryClient()))
  return (
    <AlertDialog
      trigger={
        <Button loading={accept.isPending}>
          <Check className="size-4" aria-hidden />
          Aceitar proposta
        </Button>
      }
      title={`Aceitar a proposta de ${professional}?`}
      description="O projeto passa a em andamento, as outras propostas são recusadas com um agradecimento e a conversa com o profissional é aberta."
      confirmLabel="Aceitar proposta"
      onConfirm={() =>
        settle(accept.mutateAsync(id), {
          onSuccess: () =>
            toast({ title: 'Proposta aceita!', description: `${professional} foi avisado. Bom trabalho!` }),
          onError: (error) =>
            toast({
              variant: 'destructive',
              title: 'Proposta não aceita',
              description: errorSentence(error),
            }),
        })
      }
    />
  )
}

/** Declines with a reason that the professional reads. */
export function DeclineAction({ id, professional }: DecisionProps) {
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
  const [wasRefused, setWasRefused] = useState(false)
  const decline = useMutation(declineProposal(useQueryClient()))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (reason.trim() === '') return
    settle(decline.mutateAsync({ id, reason: reason.trim() }), {
      onSuccess: () => {
        toast({ title: 'Proposta recusada', description: 'O profissional recebeu o motivo.' })
        onSent()
      },
      onError: (error) =>
        toast({
          variant: 'destructive',
          title: 'Proposta não recusada',
          description: errorSentence(error),
        }),
    })
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
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="danger" loading={decline.isPending}>
          Recusar proposta
        </Button>
      </DialogActions>
    </form>
  )
}
