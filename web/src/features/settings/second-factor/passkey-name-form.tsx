import { useState, type SubmitEvent } from 'react'
import { PASSKEY_NAME_CHARACTERS_MAX } from '@/features/settings/second-factor/second-factor-queries'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

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
