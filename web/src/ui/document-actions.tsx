import { Download, Printer } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { Button } from '@/ui/button'

type DocumentActionsProps = {
  isSaving?: boolean
  onSave: () => void
  /** The label of the save button. */
  saveLabel?: string
  /** For pages with a more important button. */
  variant?: 'primary' | 'secondary'
  className?: string
}

/** The actions of a document that has its own page: print and save. */
export function DocumentActions({ isSaving = false, onSave, ...props }: DocumentActionsProps) {
  const { saveLabel = 'Baixar PDF', variant = 'primary', className } = props
  return (
    <div className={classNames('mb-6 flex flex-wrap gap-2 print:hidden', className)}>
      <Button variant={variant} loading={isSaving} onClick={onSave}>
        <Download className="size-4" aria-hidden />
        {saveLabel}
      </Button>
      <Button onClick={() => window.print()}>
        <Printer className="size-4" aria-hidden />
        Imprimir
      </Button>
    </div>
  )
}
