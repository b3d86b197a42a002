import { BOUNDS } from '@/api/limits'
import { useAnswer, useWithdraw, type Amendment } from '@/features/amendment/queries'
import { Button } from '@/ui/button'
import { ReasonDialog } from '@/ui/reason-dialog'

/** The other side's word on an amendment, or its own side's second thought. */
export function AmendmentAnswer({ amendment, isOwn }: { amendment: Amendment; isOwn: boolean }) {
  const withdraw = useWithdraw()
  if (!isOwn) return <Answer amendment={amendment} />
  return (
    <div>
      <Button loading={withdraw.isPending} onClick={() => withdraw.mutate({ amendment_id: amendment.id })}>
        Retirar aditivo
      </Button>
    </div>
  )
}

function Answer({ amendment }: { amendment: Amendment }) {
  const answer = useAnswer()
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        loading={answer.isPending}
        onClick={() => answer.mutate({ amendment_id: amendment.id, accept: true })}
      >
        Aceitar {amendment.label}
      </Button>
      <ReasonDialog
        trigger={<Button>Recusar</Button>}
        title={`Recusar ${amendment.label}?`}
        description="O contrato continua como está."
        confirmLabel="Enviar recusa"
        maxLength={BOUNDS.amendments.reason}
        loading={answer.isPending}
        onConfirm={(reason) => answer.mutateAsync({ amendment_id: amendment.id, accept: false, reason })}
      />
    </div>
  )
}
