import { Download } from 'lucide-react'
import { useSavePdf } from '@/api/request/save-pdf'
import { printDispute } from '@/features/dispute/queries'
import { Button } from '@/ui/button'

/** Saves all that was said in a dispute as PDF. */
export function SaveDispute({ disputeId }: { disputeId: string }) {
  const save = useSavePdf(() => printDispute(disputeId))
  return (
    <Button loading={save.isPending} onClick={() => save.mutate()}>
      <Download className="size-4" aria-hidden />
      Baixar PDF
    </Button>
  )
}
