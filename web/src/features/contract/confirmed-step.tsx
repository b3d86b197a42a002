import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'

type ConfirmedStepProps = {
  icon: LucideIcon
  label: string
  title: string
  description: ReactNode
  isPrimary: boolean
  pending: boolean
  onConfirm: () => Promise<void>
}

/** A step that asks for confirmation, because the other side relies on it. */
export function ConfirmedStep({
  icon: Icon,
  label,
  isPrimary,
  pending,
  onConfirm,
  ...asked
}: ConfirmedStepProps) {
  return (
    <AlertDialog
      trigger={
        <Button variant={isPrimary ? 'primary' : 'secondary'} loading={pending}>
          <Icon className="size-4" aria-hidden />
          {label}
        </Button>
      }
      {...asked}
      confirmLabel={label}
      onConfirm={() => void onConfirm().catch(() => undefined)}
    />
  )
}
