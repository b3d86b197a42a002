import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { BOUNDS, INVITATION_TO_PROPOSE_DAYS } from '@/api/limits'
import { invitableProjectsQuery, responseFiguresQuery, STEPS, stepping } from '@/features/invitation/queries'
import { answeringWords } from '@/features/invitation/text'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { Select } from '@/ui/select'
import { Loading, Skeleton } from '@/ui/skeleton'
import { tagOf } from '@/ui/tag'

type InviteDialogProps = {
  companyId: string
  professional: { id: string; name: string }
  projectId: string | undefined
  onClose: () => void
}

/** Invites a professional to one of the company's open projects, with a note. */
export default function InviteDialog({ companyId, professional, projectId, onClose }: InviteDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Convidar ${professional.name}`}
        description={`O convite vale por ${INVITATION_TO_PROPOSE_DAYS} dias. A resposta chega no sino e por e-mail.`}
      >
        <ResponseFigures professionalId={professional.id} />
        {projectId === undefined ? (
          <ChosenProject companyId={companyId} professionalId={professional.id} onClose={onClose} />
        ) : (
          <InviteForm
            professionalId={professional.id}
            projects={[{ value: projectId, label: '' }]}
            onClose={onClose}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

/** How the professional answered earlier invitations; nothing if there were too few. */
function ResponseFigures({ professionalId }: { professionalId: string }) {
  const figures = useQuery(responseFiguresQuery(professionalId)).data?.[0]
  return figures === undefined ? null : <p className="mb-4 text-sm">{answeringWords(figures)}</p>
}

type ChosenProjectProps = { companyId: string; professionalId: string; onClose: () => void }

function ChosenProject({ companyId, professionalId, onClose }: ChosenProjectProps) {
  const query = useQuery(invitableProjectsQuery(companyId, professionalId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando projetos…">
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  const free = query.data.filter(({ invited }) => invited.length === 0)
  if (free.length === 0) {
    return query.data.length === 0 ? (
      <p>
        Sua empresa não tem projeto aberto.{' '}
        <Link to={paths.publishProject()} className="underline underline-offset-2">
          Publique um projeto
        </Link>{' '}
        e convide depois.
      </p>
    ) : (
      <p>Este profissional já foi convidado para todos os seus projetos abertos.</p>
    )
  }
  return (
    <InviteForm
      professionalId={professionalId}
      projects={free.map(({ id, number, title }) => ({
        value: id,
        label: `${tagOf('PRJ', number)} · ${title}`,
      }))}
      onClose={onClose}
    />
  )
}

type InviteFormProps = {
  professionalId: string
  /** The projects to choose from, of which the first is chosen. */
  projects: readonly { value: string; label: string }[]
  onClose: () => void
}

function InviteForm({ professionalId, projects, onClose }: InviteFormProps) {
  const [projectId, setProjectId] = useState(projects[0]?.value ?? '')
  const [note, setNote] = useState('')
  const invite = useMutation(stepping(useQueryClient(), STEPS.invite))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    invite.mutate(
      { project_id: projectId, professional_id: professionalId, note: note.trim() },
      {
        onSuccess: ({ left }) => {
          toast({ title: 'Convite enviado', description: leftWords(left) })
          onClose()
        },
      },
    )
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {projects.length > 1 && (
        <Field name="projeto" label="Projeto">
          <Select
            options={projects}
            value={projectId}
            onChange={({ target }) => setProjectId(target.value)}
          />
        </Field>
      )}
      {projects.length === 1 && projects[0]?.label !== '' && (
        <p className="font-medium">{projects[0]?.label}</p>
      )}
      <Field
        name="recado"
        label="Recado"
        optional
        hint="O profissional lê no convite. Diga por que pensou nele."
        error={invite.isError ? errorSentence(invite.error) : undefined}
      >
        <Textarea
          rows={4}
          maxLength={BOUNDS.invitations_to_propose.note}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={invite.isPending}>
          Enviar convite
        </Button>
      </DialogActions>
    </form>
  )
}

function leftWords(left: number): string {
  return left === 0
    ? 'Foi o último convite deste projeto.'
    : `Este projeto ainda tem ${formatCount(left, 'convite', 'convites')}.`
}
