import { useState, type ComponentProps, type ReactNode } from 'react'
import { Dialog, DialogContent, DialogTrigger } from '@/ui/dialog'
import { ReasonActions, ReasonForm } from '@/ui/reason-form'

type ReasonDialogProps = ComponentProps<typeof ReasonActions> &
  Omit<ComponentProps<typeof ReasonForm>, 'actions' | 'onConfirm'> & {
    trigger: ReactNode
    title: string
    description: string
    /** Closes the dialog when it resolves; stays open, with the text, when it fails. */
    onConfirm: (reason: string) => Promise<unknown>
  }

/** A step that somebody else reads a reason of: the other side, unless `hint` says who. */
export function ReasonDialog({
  trigger,
  title,
  description,
  hint = 'A outra parte lê o que você escrever.',
  confirmLabel,
  destructive = false,
  loading,
  onConfirm,
  ...form
}: ReasonDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={title} description={description}>
        <ReasonForm
          {...form}
          hint={hint}
          actions={<ReasonActions confirmLabel={confirmLabel} destructive={destructive} loading={loading} />}
          onConfirm={(reason) => void onConfirm(reason).then(close, () => undefined)}
        />
      </DialogContent>
    </Dialog>
  )
}
