import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { STEPS, stepping } from '@/features/invitation/queries'
import { formatCount } from '@/lib/format'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { DialogActions, DialogClose } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { Select } from '@/ui/select'

type InviteFormProps = {
  professionalId: string
  /** The projects to choose from, of which the first is chosen. */
  projects: readonly { value: string; label: string }[]
  onClose: () => void
}

/** Sends the invitation to one of the projects. */
export function InviteForm({ professionalId, projects, onClose }: InviteFormProps) {
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
