import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { printAmendment, type Amendment } from '@/features/amendment/queries'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'

/** Saves an amendment as PDF. */
export function SaveAmendment({ amendment }: { amendment: Pick<Amendment, 'id' | 'label'> }) {
  const save = useMutation({
    mutationFn: () => printAmendment(amendment.id),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'PDF não gerado', description: errorSentence(error) }),
  })
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
