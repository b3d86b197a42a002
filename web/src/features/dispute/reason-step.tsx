import { useState, type ReactNode, type SubmitEvent } from 'react'
import { BOUNDS } from '@/api/limits'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'

type ReasonStepProps = {
  trigger: ReactNode
  title: string
  description: string
  confirmLabel: string
  loading: boolean
  onConfirm: (reason: string) => Promise<unknown>
}

/** A step whose reason both sides read. */
export function ReasonStep({
  trigger,
  title,
  description,
  confirmLabel,
  loading,
  onConfirm,
}: ReasonStepProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [wasRefused, setWasRefused] = useState(false)

  async function send(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (reason.trim() === '') return
    await onConfirm(reason.trim())
    setIsOpen(false)
  }

  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={title} description={description}>
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => void send(event).catch(() => undefined)}
        >
          <Field
            name="reason"
            label="Motivo"
            error={wasRefused && reason.trim() === '' ? 'Escreva o motivo.' : undefined}
          >
            <Textarea
              rows={4}
              maxLength={BOUNDS.contract_events.reason}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <DialogActions>
            <DialogClose asChild>
              <Button>Cancelar</Button>
            </DialogClose>
            <Button type="submit" variant="primary" loading={loading}>
              {confirmLabel}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}
