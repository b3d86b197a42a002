import { useState } from 'react'
import { BOUNDS } from '@/api/limits'
import { useAnswer, useWithdraw, type Amendment } from '@/features/amendment/queries'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'

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
  const [isRefusing, setIsRefusing] = useState(false)
  const [reason, setReason] = useState('')
  const said = reason.trim()
  function refuse() {
    if (!isRefusing) setIsRefusing(true)
    else if (said !== '') answer.mutate({ amendment_id: amendment.id, accept: false, reason: said })
  }
  return (
    <div className="flex flex-col gap-3">
      {isRefusing && (
        <Field name={`recusa-${amendment.id}`} label="Por que recusar?">
          <Textarea
            rows={3}
            maxLength={BOUNDS.amendments.reason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          loading={answer.isPending}
          onClick={() => answer.mutate({ amendment_id: amendment.id, accept: true })}
        >
          Aceitar {amendment.label}
        </Button>
        <Button loading={answer.isPending} onClick={refuse}>
          {isRefusing ? 'Enviar recusa' : 'Recusar'}
        </Button>
      </div>
    </div>
  )
}
