import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import type { Difference } from '@/features/desk/queries'
import { handleDifference } from '@/features/desk/steps'
import { DIFFERENCES } from '@/features/desk/text'
import { settle } from '@/lib/settle'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'
import { toast } from '@/lib/toast'

/** Notes what was done about a difference; it moves no money. */
export function HandleAction({ difference }: { difference: Difference }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button className="self-start">Marcar como tratada</Button>
      </DialogTrigger>
      <DialogContent
        title="Marcar como tratada"
        description={`${DIFFERENCES[difference.kind]}. Nenhum valor se move: fica registrado quem tratou, quando e como. Se algo mudar, a divergência volta a abrir.`}
      >
        <HandleForm id={difference.id} onHandled={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function HandleForm({ id, onHandled }: { id: string; onHandled: () => void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const handle = useMutation(handleDifference(useQueryClient()))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (reason.trim() === '') {
      setProblem('Escreva o que foi feito.')
      return
    }
    settle(handle.mutateAsync({ difference_id: id, reason: reason.trim() }), {
      onSuccess: () => {
        toast({ title: 'Divergência tratada', description: 'O registro está na auditoria.' })
        onHandled()
      },
      onError: (error) => setProblem(errorSentence(error)),
    })
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field
        name="handling"
        label="O que foi feito"
        hint="Com quem se falou, o que a instituição respondeu, onde está o comprovante."
        error={problem}
      >
        <Textarea
          rows={4}
          maxLength={BOUNDS.reconciliation_differences.handling}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={handle.isPending}>
          Marcar como tratada
        </Button>
      </DialogActions>
    </form>
  )
}
