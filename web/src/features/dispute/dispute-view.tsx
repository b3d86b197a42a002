import type { Dispute } from './queries'
import { SideSteps } from './side-steps'
import { StateCard } from './state-card'
import { StatementForm } from './statement-form'
import { STEPS, useStep } from './steps'
import { isOverPayment, sideOf } from './text'
import { Timeline } from './timeline'
import { useState } from 'react'
import { BOUNDS, DISPUTE_APPEAL_DAYS } from '@/api/limits'
import { ShareSlider } from './shares'
import { Button } from '@/ui/button'
import { ReasonForm } from '@/ui/reason-dialog'
import { useTextDraft } from '@/ui/use-draft'

type DisputeViewProps = {
  dispute: Dispute
  partyId: string
  personId: string
  mayNegotiate: boolean
  isAdmin: boolean
}

/** A dispute as one of its sides, or an administrator, works with it. */
export function DisputeView({ dispute, partyId, personId, mayNegotiate, isAdmin }: DisputeViewProps) {
  const side = sideOf(dispute, partyId)
  const acts = side !== undefined && mayNegotiate
  const other = side === 'company' ? dispute.contract?.professional : dispute.contract?.company
  const people = { personId, partnerId: other == null ? undefined : (other.contact_id ?? other.id) }
  const canDecide = isAdmin && (dispute.status === 'mediation' || dispute.status === 'appealed')
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <div className="flex min-w-0 flex-col gap-6 lg:order-2">
        {isOverPayment(dispute) && (
          <p className="max-w-measure text-sm">
            Disputa de pagamento: o trabalho foi aceito. A parte do profissional é o que ainda lhe é devido; o
            resto conta como pago.
          </p>
        )}
        <StateCard dispute={dispute} side={side}>
          {acts && <SideSteps dispute={dispute} side={side} {...people} />}
          {canDecide && <DecisionForm key={dispute.status} dispute={dispute} />}
        </StateCard>
      </div>
      <section aria-labelledby="registro" className="flex min-w-0 flex-col gap-5">
        <h2 id="registro" className="text-lg font-semibold">
          Registro
        </h2>
        <Timeline contractId={dispute.contract_id} entries={dispute.entries} value={dispute.value_cents} />
        {acts && dispute.ended_at === null && !(dispute.status === 'open' && dispute.opened_by !== side) && (
          <Addition dispute={dispute} {...people} />
        )}
      </section>
    </div>
  )
}

type AdditionProps = { dispute: Dispute; personId: string; partnerId: string | undefined }

function Addition({ dispute, ...people }: AdditionProps) {
  const add = useStep(STEPS.add, 'Registro acrescentado')
  return (
    <div className="border-t border-line pt-6">
      <StatementForm
        dispute={dispute}
        {...people}
        label="Acrescentar ao registro"
        submitLabel="Acrescentar"
        loading={add.isPending}
        onSend={(said) => add.run({ dispute_id: dispute.id, ...said })}
      />
    </div>
  )
}

/** An administrator's decision, with its reasons. */
function DecisionForm({ dispute }: { dispute: Dispute }) {
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
