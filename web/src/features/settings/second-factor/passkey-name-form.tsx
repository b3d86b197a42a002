import { useState, type SubmitEvent } from 'react'
import { PASSKEY_NAME_CHARACTERS_MAX, renamePasskey, type VerifiedFactor } from './second-factor-queries'
import { Button } from '@/ui/button'
import { DialogActions, Dialog, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { toast } from '@/lib/toast'

type PasskeyNameFormProps = {
  name: string
  onNameChange: (name: string) => void
  error: string | undefined
  /** What happened that is nobody's mistake. */
  note?: string | undefined
  submitLabel: string
  isSending: boolean
  onSubmit: () => void
  onCancel: () => void
}

/** A passkey by the name that its owner knows it by. */
export function PasskeyNameForm({
  name,
  onNameChange,
  error,
  note,
  submitLabel,
  isSending,
  onSubmit,
  onCancel,
}: PasskeyNameFormProps) {
  const [missing, setMissing] = useState<string>()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const isMissing = name.trim() === ''
    setMissing(isMissing ? 'Dê um nome à chave.' : undefined)
    if (!isMissing) onSubmit()
  }

  return (
    <form noValidate className="flex flex-col" onSubmit={submit}>
      <Field
        name="passkey-name"
        label="Nome da chave"
        hint="Para você reconhecê-la na lista depois."
        error={missing ?? error}
      >
        <Input
          autoComplete="off"
          maxLength={PASSKEY_NAME_CHARACTERS_MAX}
          value={name}
          onChange={(event) => onNameChange(event.target.value)}
        />
      </Field>
      {note !== undefined && (
        <p role="status" className="mt-3 text-sm text-muted">
          {note}
        </p>
      )}
      <DialogActions>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" variant="primary" loading={isSending}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Another name for a passkey; it opens what it opened. */
export function RenamePasskey({ passkey }: { passkey: VerifiedFactor }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button size="sm" aria-label={`Renomear ${passkey.name}`}>
          Renomear
        </Button>
      </DialogTrigger>
      <DialogContent title="Renomear chave de acesso" description="Só o nome nesta lista muda.">
        <RenameForm passkey={passkey} onClose={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function RenameForm({ passkey, onClose }: { passkey: VerifiedFactor; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useMutation(renamePasskey(useQueryClient()))

  function submit() {
    rename.mutate(
      { id: passkey.id, name: name.trim() },
      {
        onSuccess: () => {
          toast({ title: 'Chave renomeada' })
          onClose()
        },
      },
    )
  }

  return (
    <PasskeyNameForm
      name={name}
      onNameChange={setName}
      error={rename.isError ? errorSentence(rename.error) : undefined}
      submitLabel="Salvar nome"
      isSending={rename.isPending}
      onSubmit={submit}
      onCancel={onClose}
    />
  )
}
