import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { CLOSING_REASON_CHARACTERS } from '@/api/limits'
import { bindingContractQuery, closeProject, wayOut } from '@/features/project/own/closing'
import type { ProjectStatus } from '@/features/project/text'
import { formatCount } from '@/lib/format'
import { reportOutcome } from '@/lib/timing'
import { Button } from '@/ui/button'
import { Dialog, DialogContent, DialogTrigger } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { ReasonActions, ReasonForm } from '@/ui/reason-dialog'
import { Loading, Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast'

type Subject = { id: string; title: string; status: ProjectStatus; proposals_count: number }

/** Ends the search, or the work under way by the way out that its contract allows. */
export function CloseAction({ project }: { project: Subject }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" aria-label={`Encerrar ${project.title}`}>
          <Archive className="size-4" aria-hidden />
          Encerrar
        </Button>
      </DialogTrigger>
      <DialogContent title="Encerrar o projeto?">
        {project.status === 'open' ? (
          <CloseForm
            projectId={project.id}
            description={consequence(project.proposals_count)}
            confirmLabel="Encerrar projeto"
            onClosed={close}
          />
        ) : (
          <EndContract projectId={project.id} onClosed={close} />
        )}
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

function EndContract({ projectId, onClosed }: { projectId: string; onClosed: () => void }) {
  const query = useQuery(bindingContractQuery(projectId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando contrato…">
        <Skeleton className="h-32" />
      </Loading>
    )
  }
  if (query.data === null) return <p>O contrato deste projeto já terminou. Atualize a página.</p>
  return <CloseForm projectId={projectId} {...wayOut(query.data)} onClosed={onClosed} />
}

type CloseFormProps = {
  projectId: string
  description: string
  confirmLabel: string
  onClosed: () => void
}

function CloseForm({ projectId, description, confirmLabel, onClosed }: CloseFormProps) {
  const close = useMutation(closeProject(useQueryClient()))

  function end(reason: string) {
    reportOutcome(close.mutateAsync({ id: projectId, reason }), {
      onSuccess: ({ termination }) => {
        toast(termination === 'proposed' ? PROPOSED : { title: 'Projeto encerrado' })
        onClosed()
      },
      onError: (error) =>
        toast({ variant: 'destructive', title: 'Projeto não encerrado', description: errorSentence(error) }),
    })
  }

  return (
    <>
      <p className="text-sm text-muted">{description}</p>
      <ReasonForm
        isOptional
        hint="A outra parte e quem enviou proposta recebem este texto."
        rows={3}
        maxLength={CLOSING_REASON_CHARACTERS}
        actions={<ReasonActions confirmLabel={confirmLabel} destructive loading={close.isPending} />}
        onConfirm={end}
      />
    </>
  )
}

const PROPOSED = {
  title: 'Distrato proposto',
  description: 'O projeto é encerrado quando a outra parte concordar.',
} as const
