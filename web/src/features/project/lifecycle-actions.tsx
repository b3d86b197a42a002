import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { closeProject, deleteProject } from '@/features/project/queries'
import { formatCount } from '@/lib/format'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'
import { toast } from '@/ui/toast'
import { settle } from '@/lib/settle'

type Subject = { id: string; title: string; proposals_count: number }

/** Ends the search; who proposed is told why. */
export function CloseAction({ project }: { project: Subject }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" aria-label={`Encerrar ${project.title}`}>
          <Archive className="size-4" aria-hidden />
          Encerrar
        </Button>
      </DialogTrigger>
      <DialogContent title="Encerrar o projeto?" description={consequence(project.proposals_count)}>
        <CloseForm projectId={project.id} onClosed={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function consequence(proposals: number): string {
  const told =
    proposals === 0
      ? ''
      : ` ${formatCount(proposals, 'profissional é avisado', 'profissionais são avisados')}.`
  return `Ele deixa de receber propostas e as pendentes são recusadas.${told} Não é possível reabrir.`
}

function CloseForm({ projectId, onClosed }: { projectId: string; onClosed: () => void }) {
  const [reason, setReason] = useState('')
  const close = useMutation(closeProject(useQueryClient()))
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        settle(close.mutateAsync({ id: projectId, reason: reason.trim() }), {
          onSuccess: () => {
            toast({ title: 'Projeto encerrado' })
            onClosed()
          },
          onError: (error) =>
            toast({
              variant: 'destructive',
              title: 'Projeto não encerrado',
              description: errorSentence(error),
            }),
        })
      }}
    >
      <Field name="reason" label="Motivo" optional hint="Quem enviou proposta recebe este texto.">
        <Textarea
          rows={3}
          maxLength={900}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="danger" loading={close.isPending}>
          Encerrar projeto
        </Button>
      </DialogActions>
    </form>
  )
}

/** Removes a project nobody has answered; otherwise the server says why not. */
export function DeleteAction({ project }: { project: Subject }) {
  const remove = useMutation(deleteProject(useQueryClient()))
  return (
    <AlertDialog
      trigger={
        <Button variant="ghost" aria-label={`Excluir ${project.title}`} loading={remove.isPending}>
          <Trash2 className="size-4" aria-hidden />
          Excluir
        </Button>
      }
      title="Excluir o projeto?"
      description={`"${project.title}" some do site. Um projeto que já recebeu propostas não pode ser excluído, só encerrado.`}
      confirmLabel="Excluir projeto"
      destructive
      onConfirm={() =>
        settle(remove.mutateAsync(project.id), {
          onSuccess: () => toast({ title: 'Projeto excluído' }),
          onError: (error) =>
            toast({
              variant: 'destructive',
              title: 'Projeto não excluído',
              description: errorSentence(error),
            }),
        })
      }
    />
  )
}
