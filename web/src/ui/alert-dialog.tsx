import { AlertDialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '@/ui/button'
import { floatingLooks, scrimLooks, useReturn } from '@/ui/dialog'

type AlertDialogProps = {
  /** The button that opens the dialog. Leave it out when `open` is controlled. */
  trigger?: ReactNode
  title: string
  description: ReactNode
  /** A control that belongs to the decision. */
  children?: ReactNode
  /** The confirm button's label, which names the action: "Bloquear usuário". */
  confirmLabel: string
  /** Red for actions that cannot be undone. */
  destructive?: boolean
  loading?: boolean
  onConfirm: () => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Asks for confirmation of an important action; the focus starts on "Cancelar". */
export function AlertDialog({ trigger, title, description, confirmLabel, ...props }: AlertDialogProps) {
  const { children, destructive = false, loading = false, onConfirm, open, onOpenChange } = props
  const back = useReturn()
  const controlled = open === undefined ? {} : { open }
  return (
    <Primitive.Root {...controlled} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={scrimLooks} />
        <Primitive.Content {...back} className={floatingLooks}>
          <div className="flex flex-col gap-2 p-5">
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            <Primitive.Description className="text-sm text-muted">{description}</Primitive.Description>
            {children && <div className="pt-2">{children}</div>}
          </div>
          <div className="flex flex-col-reverse gap-2 border-t border-line px-5 py-4 sm:flex-row sm:justify-end">
            <Primitive.Cancel asChild>
              <Button>Cancelar</Button>
            </Primitive.Cancel>
            <Primitive.Action asChild>
              <Button variant={destructive ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </Primitive.Action>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
