import { useState } from 'react'
import { BOUNDS, DISPUTE_APPEAL_DAYS } from '@/api/limits'
import type { Dispute } from '@/features/dispute/queries'
import { ShareSlider } from '@/features/dispute/shares'
import { STEPS, useStep } from '@/features/dispute/steps'
import { Button } from '@/ui/button'
import { ReasonForm } from '@/ui/reason-form'
import { useTextDraft } from '@/ui/use-draft'

/** An administrator's decision, with its reasons. */
export function DecisionForm({ dispute }: { dispute: Dispute }) {
  const [percent, setPercent] = useState(dispute.decided_percent ?? dispute.professional_percent)
  const kept = useTextDraft(`decisao:${dispute.id}`)
  const isFinal = dispute.status === 'appealed'
  const decide = useStep(STEPS.decide, isFinal ? 'Recurso decidido' : 'Disputa decidida')

  async function send(reason: string) {
    await decide.run({ dispute_id: dispute.id, professional_percent: percent, reason })
    kept[1]('')
  }

  return (
    <section aria-label="Decidir" className="flex flex-col gap-5">
      <ShareSlider value={dispute.value_cents} percent={percent} onPercent={setPercent} />
      <ReasonForm
        label="Fundamentos"
        hint="Os dois lados leem. Diga o que pesou e por quê."
        missing="Escreva os fundamentos."
        rows={6}
        maxLength={BOUNDS.dispute_entries.content}
        kept={kept}
        actions={
          <div>
            <Button type="submit" variant="primary" loading={decide.isPending}>
              {isFinal ? 'Decidir o recurso' : 'Registrar decisão'}
            </Button>
          </div>
        }
        onConfirm={(reason) => void send(reason).catch(() => undefined)}
      >
        <p className="text-sm text-muted">
          {isFinal
            ? 'Esta decisão é final e vale na hora.'
            : `Vale quando os dois lados aceitarem, ou em ${String(DISPUTE_APPEAL_DAYS)} dias sem recurso.`}
        </p>
      </ReasonForm>
    </section>
  )
}
