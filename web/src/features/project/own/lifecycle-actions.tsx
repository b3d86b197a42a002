import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { deleteProject } from '@/features/project/own/own-queries'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { toast } from '@/lib/toast'
import { reportOutcome } from '@/lib/timing/report-outcome'

type Subject = { id: string; title: string }

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
        reportOutcome(remove.mutateAsync(project.id), {
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
