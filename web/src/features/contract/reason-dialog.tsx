import { useState, type ReactNode, type SubmitEvent } from 'react'
import { BOUNDS } from '@/api/limits'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'

export type ReasonGiven = { reason: string; reopen: boolean }

type ReasonDialogProps = {
  trigger: ReactNode
  title: string
  description: string
  confirmLabel: string
  destructive?: boolean
  /** Offers to open the project again: the company's decision. */
  asksToReopen?: boolean
  /** What else belongs to the decision. */
  children?: ReactNode
  loading: boolean
  /** Closes the dialog when it resolves; stays open, with the text, when it fails. */
  onConfirm: (given: ReasonGiven) => Promise<unknown>
}

/** A step that the other side reads a reason of. */
export function ReasonDialog({ trigger, title, description, onConfirm, ...props }: ReasonDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={title} description={description}>
        <ReasonForm {...props} onConfirm={(given) => onConfirm(given).then(close, () => undefined)} />
      </DialogContent>
    </Dialog>
  )
}

type ReasonFormProps = Omit<ReasonDialogProps, 'trigger' | 'title' | 'description'>

function ReasonForm({
  confirmLabel,
  destructive = false,
  asksToReopen = false,
  children,
  loading,
  onConfirm,
}: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const [reopen, setReopen] = useState(true)
  const [wasRefused, setWasRefused] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (reason.trim() === '') return
    void onConfirm({ reason: reason.trim(), reopen })
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
          maxLength={BOUNDS.contract_events.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {children}
      {asksToReopen && (
        <Checkbox
          name="reopen"
          checked={reopen}
          onCheckedChange={(checked) => setReopen(checked === true)}
          label="Abrir o projeto de novo e voltar às propostas em espera"
        />
      )}
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
