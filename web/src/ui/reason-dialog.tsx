import { useState, type ReactNode, type SubmitEvent } from 'react'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'

type ReasonDialogProps = {
  trigger: ReactNode
  title: string
  description: string
  confirmLabel: string
  destructive?: boolean
  /** What else belongs to the decision. */
  children?: ReactNode
  maxLength: number
  loading: boolean
  /** Closes the dialog when it resolves; stays open, with the text, when it fails. */
  onConfirm: (reason: string) => Promise<unknown>
}

/** A step that the other side reads a reason of. */
export function ReasonDialog({ trigger, title, description, onConfirm, ...props }: ReasonDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={title} description={description}>
        <ReasonForm {...props} onConfirm={(reason) => onConfirm(reason).then(close, () => undefined)} />
      </DialogContent>
    </Dialog>
  )
}

type ReasonFormProps = Omit<ReasonDialogProps, 'trigger' | 'title' | 'description'>

function ReasonForm({
  confirmLabel,
  destructive = false,
  children,
  maxLength,
  loading,
  onConfirm,
}: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const [wasRefused, setWasRefused] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (reason.trim() === '') return
    void onConfirm(reason.trim())
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field
        name="reason"
        label="Motivo"
        hint="A outra parte lê o que você escrever."
        error={wasRefused && reason.trim() === '' ? 'Escreva o motivo.' : undefined}
      >
        <Textarea
          rows={4}
          maxLength={maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {children}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant={destructive ? 'danger' : 'primary'} loading={loading}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  )
}
