import { DecisionForm } from '@/features/dispute/decision-form'
import type { Dispute } from '@/features/dispute/queries'
import { SideSteps } from '@/features/dispute/side-steps'
import { StateCard } from '@/features/dispute/state-card'
import { StatementForm } from '@/features/dispute/statement-form'
import { STEPS, useStep } from '@/features/dispute/steps'
import { isOverPayment, sideOf } from '@/features/dispute/text'
import { Timeline } from '@/features/dispute/timeline'

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
