import { Gavel, Handshake } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { BOUNDS, DISPUTE_APPEAL_DAYS } from '@/api/limits'
import type { Dispute, Entry, Side } from '@/features/dispute/queries'
import { Shares, ShareSlider } from '@/features/dispute/shares'
import { StatementForm } from '@/features/dispute/statement-form'
import { STEPS, useStep } from '@/features/dispute/steps'
import { isOverPayment, lastOfferTo, sharesOf } from '@/features/dispute/text'
import { formatMoney } from '@/lib/money'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { ReasonDialog } from '@/ui/reason-dialog'

type SideStepsProps = { dispute: Dispute; side: Side; personId: string; partnerId: string | undefined }

/** What one side may do now. */
export function SideSteps(props: SideStepsProps) {
  const { dispute, side } = props
  const isOpener = dispute.opened_by === side
  const isTalking = dispute.status === 'negotiating' || dispute.status === 'mediation'
  return (
    <>
      {dispute.status === 'open' && !isOpener && <Answer {...props} />}
      {isTalking && <Offers dispute={dispute} side={side} />}
      {dispute.status === 'decided' && <OnDecision dispute={dispute} side={side} />}
      {(dispute.status === 'negotiating' || (isOpener && (dispute.status === 'open' || isTalking))) && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          {dispute.status === 'negotiating' && <Mediate dispute={dispute} />}
          {isOpener && <Withdraw dispute={dispute} />}
        </div>
      )}
    </>
  )
}

function Answer({ dispute, ...people }: SideStepsProps) {
  const answer = useStep(STEPS.answer, 'Resposta enviada')
  const concede = useStep(STEPS.answer, 'Disputa encerrada')
  const { professional, company } = sharesOf(dispute.value_cents, dispute.professional_percent)
  return (
    <StatementForm
      dispute={dispute}
      {...people}
      label="Sua resposta"
      submitLabel="Responder"
      loading={answer.isPending}
      isPrimary
      onSend={(said) => answer.run({ dispute_id: dispute.id, ...said })}
    >
      <AlertDialog
        trigger={<Button loading={concede.isPending}>Concordar com o pedido</Button>}
        title="Concordar com o pedido?"
        description={`${formatMoney(professional)} para o profissional e ${formatMoney(company)} para a empresa. A disputa termina agora, e isso não pode ser desfeito.`}
        confirmLabel="Concordar com o pedido"
        onConfirm={() => void concede.run({ dispute_id: dispute.id, concede: true }).catch(() => undefined)}
      />
    </StatementForm>
  )
}

function Mediate({ dispute }: { dispute: Dispute }) {
  const mediate = useStep(STEPS.mediate, 'Mediação pedida')
  return (
    <ReasonDialog
      trigger={
        <Button>
          <Gavel className="size-4" aria-hidden />
          Chamar a administração
        </Button>
      }
      title="Chamar a administração"
      description="Ela lê o que os dois lados mostraram e decide por escrito. Um acordo continua possível até lá."
      confirmLabel="Chamar a administração"
      maxLength={BOUNDS.contract_events.reason}
      loading={mediate.isPending}
      onConfirm={(reason) => mediate.run({ dispute_id: dispute.id, reason })}
    />
  )
}

function Withdraw({ dispute }: { dispute: Dispute }) {
  const withdraw = useStep(STEPS.withdraw, 'Disputa retirada')
  return (
    <AlertDialog
      trigger={
        <Button variant="ghost" loading={withdraw.isPending}>
          Retirar a disputa
        </Button>
      }
      title="Retirar a disputa?"
      description={
        isOverPayment(dispute)
          ? 'Quem retira diz que recebeu: o pagamento conta como recebido e o marco termina.'
          : 'O marco volta para onde estava, e o prazo de aceite volta a correr.'
      }
      confirmLabel="Retirar a disputa"
      destructive
      onConfirm={() => void withdraw.run({ dispute_id: dispute.id }).catch(() => undefined)}
    />
  )
}

function OnDecision({ dispute, side }: { dispute: Dispute; side: Side }) {
  const accept = useStep(STEPS.acceptDecision, 'Decisão aceita')
  const appeal = useStep(STEPS.appeal, 'Recurso enviado')
  const accepted = side === 'company' ? dispute.company_accepted_at : dispute.professional_accepted_at
  if (accepted !== null)
    return (
      <p className="text-sm text-muted">O seu lado aceitou a decisão. Falta o outro, ou o prazo passar.</p>
    )
  const { professional, company } = sharesOf(dispute.value_cents, dispute.decided_percent ?? 0)
  return (
    <div className="flex flex-wrap gap-2">
      <AlertDialog
        trigger={
          <Button variant="primary" loading={accept.isPending}>
            Aceitar a decisão
          </Button>
        }
        title="Aceitar a decisão?"
        description={`${formatMoney(professional)} para o profissional e ${formatMoney(company)} para a empresa. Quem aceita não recorre mais.`}
        confirmLabel="Aceitar a decisão"
        onConfirm={() => void accept.run({ dispute_id: dispute.id }).catch(() => undefined)}
      />
      <ReasonDialog
        trigger={<Button>Recorrer</Button>}
        title="Recorrer da decisão"
        description={`Uma vez por disputa, em até ${String(DISPUTE_APPEAL_DAYS)} dias. A segunda decisão é final e, se houver outro administrador, é dele.`}
        confirmLabel="Recorrer"
        maxLength={BOUNDS.contract_events.reason}
        loading={appeal.isPending}
        onConfirm={(reason) => appeal.run({ dispute_id: dispute.id, reason })}
      />
    </div>
  )
}

type OffersProps = { dispute: Dispute; side: Side }

/** The other side's last offer, with the button that accepts it, and the form for the own next offer. */
function Offers({ dispute, side }: OffersProps) {
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
