import { useState } from 'react'
import { BOUNDS } from '@/api/limits'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'

type AnswerProps = {
  name: string
  yes: string
  no: string
  sendNo: string
  why: string
  pending: boolean
  onAnswer: (accept: boolean, reason?: string) => void
}

/** A yes, or a no with its reason. */
export function Answer({ name, yes, no, sendNo, why, pending, onAnswer }: AnswerProps) {
  const [isRefusing, setIsRefusing] = useState(false)
  const [reason, setReason] = useState('')
  const said = reason.trim()
  function refuse() {
    if (!isRefusing) setIsRefusing(true)
    else if (said !== '') onAnswer(false, said)
  }
  return (
    <div className="flex flex-col gap-3">
      {isRefusing && (
        <Field name={name} label={why}>
          <Textarea
            rows={3}
            maxLength={BOUNDS.contract_events.reason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {yes !== '' && (
          <Button loading={pending} onClick={() => onAnswer(true)}>
            {yes}
          </Button>
        )}
        <Button variant="ghost" loading={pending} onClick={refuse}>
          {isRefusing ? sendNo : no}
        </Button>
      </div>
    </div>
  )
}
