import { Download } from 'lucide-react'
import { useSavePdf } from '@/api/request/save-file'
import { printAmendment, type Amendment } from '@/features/amendment/queries'
import { Button } from '@/ui/button'

/** Saves an amendment as PDF. */
export function SaveAmendment({ amendment }: { amendment: Pick<Amendment, 'id' | 'label'> }) {
  const save = useSavePdf(() => printAmendment(amendment.id))
  return (
    <Button
      className="w-fit"
      aria-label={`Baixar PDF do ${amendment.label}`}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      <Download className="size-4" aria-hidden />
      Baixar PDF
    </Button>
  )
}
