import { useState, type SubmitEvent } from 'react'
import { BOUNDS, DISPUTE_APPEAL_DAYS } from '@/api/limits'
import type { Dispute } from '@/features/dispute/queries'
import { ShareSlider } from '@/features/dispute/shares'
import { STEPS, useStep } from '@/features/dispute/steps'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'
import { useTextDraft } from '@/ui/use-draft'

/** An administrator's decision, with its reasons. */
export function DecisionForm({ dispute }: { dispute: Dispute }) {
  const [percent, setPercent] = useState(dispute.decided_percent ?? dispute.professional_percent)
  const [reason, setReason] = useTextDraft(`decisao:${dispute.id}`)
  const [wasRefused, setWasRefused] = useState(false)
  const isFinal = dispute.status === 'appealed'
  const decide = useStep(STEPS.decide, isFinal ? 'Recurso decidido' : 'Disputa decidida')

  async function send(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (reason.trim() === '') return
    await decide.run({ dispute_id: dispute.id, professional_percent: percent, reason: reason.trim() })
    setReason('')
  }

  return (
    <form
      aria-label="Decidir"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void send(event).catch(() => undefined)}
    >
      <ShareSlider value={dispute.value_cents} percent={percent} onPercent={setPercent} />
      <Field
        name="reason"
        label="Fundamentos"
        hint="Os dois lados leem. Diga o que pesou e por quê."
        error={wasRefused && reason.trim() === '' ? 'Escreva os fundamentos.' : undefined}
      >
        <Textarea
          rows={6}
          maxLength={BOUNDS.dispute_entries.content}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <p className="text-sm text-muted">
        {isFinal
          ? 'Esta decisão é final e vale na hora.'
          : `Vale quando os dois lados aceitarem, ou em ${String(DISPUTE_APPEAL_DAYS)} dias sem recurso.`}
      </p>
      <div>
        <Button type="submit" variant="primary" loading={decide.isPending}>
          {isFinal ? 'Decidir o recurso' : 'Registrar decisão'}
        </Button>
      </div>
    </form>
  )
}
