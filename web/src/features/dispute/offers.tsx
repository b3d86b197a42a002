import { Handshake } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import type { Dispute, Entry, Side } from '@/features/dispute/queries'
import { Shares, ShareSlider } from '@/features/dispute/shares'
import { STEPS, useStep } from '@/features/dispute/steps'
import { lastOfferTo, sharesOf } from '@/features/dispute/text'
import { formatMoney } from '@/lib/money'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'

type OffersProps = { dispute: Dispute; side: Side }

/** The other side's last offer, with the button that accepts it, and the form for the own next offer. */
export function Offers({ dispute, side }: OffersProps) {
  const offered = lastOfferTo(dispute.entries, side)
  return (
    <div className="flex flex-col gap-6">
      {offered?.offer !== undefined && offered.offer !== null && offered.professional_percent !== null ? (
        <TakeOffer
          dispute={dispute}
          offered={offered}
          number={offered.offer}
          percent={offered.professional_percent}
        />
      ) : (
        <p className="text-sm text-muted">A outra parte ainda não propôs uma divisão.</p>
      )}
      <MakeOffer dispute={dispute} start={offered?.professional_percent ?? dispute.professional_percent} />
    </div>
  )
}

type TakeOfferProps = { dispute: Dispute; offered: Entry; number: number; percent: number }

function TakeOffer({ dispute, offered, number, percent }: TakeOfferProps) {
  const accept = useStep(STEPS.accept, 'Divisão aceita')
  const { professional, company } = sharesOf(dispute.value_cents, percent)
  return (
    <section aria-label="Última proposta da outra parte" className="flex flex-col gap-3">
      <h3 className="font-medium">
        {offered.kind === 'claim' ? 'O que a outra parte pediu' : `Proposta ${String(number)} da outra parte`}
      </h3>
      <Shares value={dispute.value_cents} percent={percent} />
      <div>
        <AlertDialog
          trigger={
            <Button variant="primary" loading={accept.isPending}>
              <Handshake className="size-4" aria-hidden />
              Aceitar esta divisão
            </Button>
          }
          title={`Aceitar ${String(percent)}% para o profissional?`}
          description={`${formatMoney(professional)} para o profissional e ${formatMoney(company)} para a empresa. A disputa termina agora, e isso não pode ser desfeito.`}
          confirmLabel="Aceitar esta divisão"
          onConfirm={() => void accept.run({ dispute_id: dispute.id, number }).catch(() => undefined)}
        />
      </div>
    </section>
  )
}

function MakeOffer({ dispute, start }: { dispute: Dispute; start: number }) {
  const [percent, setPercent] = useState(start)
  const propose = useStep(STEPS.propose, 'Divisão proposta')
  function send(event: SubmitEvent) {
    event.preventDefault()
    void propose.run({ dispute_id: dispute.id, professional_percent: percent }).catch(() => undefined)
  }
  return (
    <form
      aria-label="Propor outra divisão"
      className="flex flex-col gap-4 border-t border-line pt-5"
      onSubmit={send}
    >
      <h3 className="font-medium">Propor outra divisão</h3>
      <ShareSlider value={dispute.value_cents} percent={percent} onPercent={setPercent} />
      <div>
        <Button type="submit" loading={propose.isPending}>
          Propor {percent}% para o profissional
        </Button>
      </div>
    </form>
  )
}
