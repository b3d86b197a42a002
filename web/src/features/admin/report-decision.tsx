import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { closeReportedProject, decideReport, setStatus, type Report } from '@/features/admin/queries'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'
import { toast } from '@/lib/toast'
import { settle } from '@/lib/settle'

/** Upheld or dismissed, and what may be done about it at once. */
export function ReportDecision({ report }: { report: Report }) {
  const queryClient = useQueryClient()
  const block = useMutation(setStatus(queryClient))
  const close = useMutation(closeReportedProject(queryClient))
  const { profile } = report
  const refused = (error: unknown) =>
    toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) })
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <DecideAction report={report} status="upheld" label="Procede" />
      <DecideAction report={report} status="dismissed" label="Improcedente" />
      {profile?.status === 'active' && (
        <AlertDialog
          trigger={<Button variant="ghost">Bloquear usuário</Button>}
          title={`Bloquear ${profile.name}?`}
          description="As sessões terminam agora e o acesso é recusado até que seja ativado outra vez."
          confirmLabel="Bloquear usuário"
          destructive
          onConfirm={() =>
            settle(block.mutateAsync({ id: profile.id, status: 'blocked' }), {
              onSuccess: () => toast({ title: 'Sucesso', description: 'Status do usuário atualizado.' }),
              onError: refused,
            })
          }
        />
      )}
      {report.kind === 'project' && (
        <AlertDialog
          trigger={<Button variant="ghost">Encerrar projeto</Button>}
          title="Encerrar o projeto denunciado?"
          description="As propostas pendentes são recusadas e os profissionais, avisados."
          confirmLabel="Encerrar projeto"
          destructive
          onConfirm={() =>
            settle(close.mutateAsync(report.subject_id), {
              onSuccess: () => toast({ title: 'Projeto encerrado' }),
              onError: refused,
            })
          }
        />
      )}
    </div>
  )
}

type DecideActionProps = { report: Report; status: 'upheld' | 'dismissed'; label: string }

function DecideAction({ report, status, label }: DecideActionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [decision, setDecision] = useState('')
  const [wasRefused, setWasRefused] = useState(false)
  const decide = useMutation(decideReport(useQueryClient()))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (decision.trim() === '') return
    settle(decide.mutateAsync({ report_id: report.id, status, decision: decision.trim() }), {
      onSuccess: () => {
        toast({ title: 'Denúncia decidida' })
        setIsOpen(false)
      },
      onError: (error) =>
        toast({
          variant: 'destructive',
          title: 'Denúncia não decidida',
          description: errorSentence(error),
        }),
    })
  }

  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>{label}</Button>
      </DialogTrigger>
      <DialogContent title={`Decidir: ${label}`} description="Quem denunciou com conta recebe este texto.">
        <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <Field
            name="decision"
            label="Decisão"
            error={wasRefused && decision.trim() === '' ? 'Escreva a decisão.' : undefined}
          >
            <Textarea
              rows={4}
              maxLength={BOUNDS.reports.decision}
              value={decision}
              onChange={(event) => setDecision(event.target.value)}
            />
          </Field>
          <DialogActions>
            <DialogClose asChild>
              <Button>Cancelar</Button>
            </DialogClose>
            <Button type="submit" variant="primary" loading={decide.isPending}>
              Registrar decisão
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}
