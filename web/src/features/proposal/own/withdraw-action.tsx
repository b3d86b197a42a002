import { Undo2 } from 'lucide-react'
import { PROPOSALS_PARTY_MAX } from '@/api/limits'
import { STEPS } from '@/features/proposal/steps'
import { useStep } from '@/features/proposal/use-step'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'

/** Takes one's own proposal back, before the company decided. */
export function WithdrawAction({ id }: { id: string }) {
  const withdraw = useStep(STEPS.withdraw, 'Proposta não retirada')
  return (
    <AlertDialog
      trigger={
        <Button variant="ghost" loading={withdraw.isPending}>
          <Undo2 className="size-4" aria-hidden />
          Retirar
        </Button>
      }
      title="Retirar a proposta?"
      description={`A empresa deixa de poder aceitá-la e é avisada. Enquanto o projeto estiver aberto, você pode enviar outra, até ${PROPOSALS_PARTY_MAX} no total.`}
      confirmLabel="Retirar proposta"
      destructive
      onConfirm={() => void withdraw.run({ proposal_id: id }, { title: 'Proposta retirada' })}
    />
  )
}
