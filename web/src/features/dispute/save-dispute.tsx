import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { printDispute } from '@/features/dispute/queries'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'

/** Saves all that was said in a dispute as PDF. */
export function SaveDispute({ disputeId }: { disputeId: string }) {
  const save = useMutation({
    mutationFn: () => printDispute(disputeId),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'PDF não gerado', description: errorSentence(error) }),
  })
  return (
    <Button loading={save.isPending} onClick={() => save.mutate()}>
      <Download className="size-4" aria-hidden />
      Baixar PDF
    </Button>
  )
}
