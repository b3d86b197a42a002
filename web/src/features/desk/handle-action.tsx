import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import type { Difference } from '@/features/desk/queries'
import { handleDifference } from '@/features/desk/steps'
import { DIFFERENCES } from '@/features/desk/text'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { ReasonDialog } from '@/ui/reason-dialog'

/** Notes what was done about a difference; it moves no money. */
export function HandleAction({ difference }: { difference: Difference }) {
  const handle = useMutation(handleDifference(useQueryClient()))

  async function note(reason: string) {
    await handle.mutateAsync({ difference_id: difference.id, reason })
    toast({ title: 'Divergência tratada', description: 'O registro está na auditoria.' })
  }

  return (
    <ReasonDialog
      trigger={<Button className="self-start">Marcar como tratada</Button>}
      title="Marcar como tratada"
      description={`${DIFFERENCES[difference.kind]}. Nenhum valor se move: fica registrado quem tratou, quando e como. Se algo mudar, a divergência volta a abrir.`}
      label="O que foi feito"
      hint="Com quem se falou, o que a instituição respondeu, onde está o comprovante."
      missing="Escreva o que foi feito."
      refusal={handle.error === null ? undefined : errorSentence(handle.error)}
      confirmLabel="Marcar como tratada"
      maxLength={BOUNDS.reconciliation_differences.handling}
      loading={handle.isPending}
      onConfirm={note}
    />
  )
}
