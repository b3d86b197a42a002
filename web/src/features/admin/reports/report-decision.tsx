import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { closeReportedProject, decideReport, setStatus, type Report } from '@/features/admin/queries'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { ReasonDialog } from '@/ui/reason-dialog'
import { toast } from '@/lib/toast'
import { reportOutcome } from '@/lib/timing/report-outcome'

/** The decision that upholds or dismisses a report, and the actions that may follow. */
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
            reportOutcome(block.mutateAsync({ id: profile.id, status: 'blocked' }), {
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
            reportOutcome(close.mutateAsync(report.subject_id), {
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
  const decide = useMutation(decideReport(useQueryClient()))

  function end(decision: string) {
    const work = decide.mutateAsync({ report_id: report.id, status, decision })
    reportOutcome(work, {
      onSuccess: () => toast({ title: 'Denúncia decidida' }),
      onError: (error) =>
        toast({ variant: 'destructive', title: 'Denúncia não decidida', description: errorSentence(error) }),
    })
    return work
  }

  return (
    <ReasonDialog
      trigger={<Button>{label}</Button>}
      title={`Decidir: ${label}`}
      description="A decisão fica na auditoria."
      label="Decisão"
      hint="Quem denunciou com conta recebe este texto."
      missing="Escreva a decisão."
      confirmLabel="Registrar decisão"
      maxLength={BOUNDS.reports.decision}
      loading={decide.isPending}
      onConfirm={end}
    />
  )
}
