import { Download, Printer } from 'lucide-react'
import { Button } from '@/ui/button'

type DocumentActionsProps = { isSaving: boolean; onSave: () => void }

/** What can be done with a document that is read on a page of its own. */
export function DocumentActions({ isSaving, onSave }: DocumentActionsProps) {
  return (
    <div className="mb-6 flex flex-wrap gap-2 print:hidden">
      <Button variant="primary" loading={isSaving} onClick={onSave}>
        <Download className="size-4" aria-hidden />
        Baixar PDF
      </Button>
      <Button onClick={() => window.print()}>
        <Printer className="size-4" aria-hidden />
        Imprimir
      </Button>
    </div>
  )
}
