import { ListChecks, RotateCcw, ShieldCheck, ThumbsDown, Wallet } from 'lucide-react'
import { isBinding } from '@/api/deal/states'
import { BOUNDS, OWED_DAYS } from '@/api/limits'
import { ConfirmedStep } from '@/features/contract/confirmed-step'
import { DeliverDialog } from '@/features/contract/milestones/deliver-dialog'
import { isOwed, nameOf } from '@/features/contract/milestones/milestone-text'
import { PayDialog } from '@/features/contract/money/pay-dialog'
import { PixDialog } from '@/features/contract/money/pix-dialog'
import {
  isBlocked,
  lastPayment,
  withheldOf,
  type Contract,
  type Milestone,
  type Payment,
} from '@/features/contract/queries'
import { STEPS, useStep } from '@/features/contract/steps'
import type { ContractSide } from '@/features/contract/side'
import { difference, formatMoney } from '@/lib/money'
import { Button } from '@/ui/button'
import { ReasonDialog } from '@/ui/reason-dialog'

/** What a person may do for their side. */
export type Mays = { mayFulfil: boolean; mayNegotiate: boolean; mayPay: boolean }

type MilestoneActionsProps = {
  contract: Contract
  milestone: Milestone
  side: ContractSide
  mays: Mays
  /** Whether this is the main action of the screen. */
  isPrimary?: boolean
}

/** The steps of a milestone that this side can take now. */
export function MilestoneActions({
  contract,
  milestone,
  side,
  mays,
  isPrimary = false,
}: MilestoneActionsProps) {
  const isCompany = side === 'company'
  const runs = isBinding(contract.status)
  const payment = lastPayment(contract, milestone)
  const isDirect = contract.settlement === 'direct' && isOwed(milestone) && mays.mayPay
  const about = { contract, milestone, isPrimary }
  if (!isCompany && runs && mays.mayFulfil && isToDeliver(milestone)) return <DeliverDialog {...about} />
  if (isCompany && runs && mays.mayFulfil && milestone.status === 'delivered') {
    return (
      <>
        {isBlocked(contract, milestone) ? <ToTheList isPrimary={isPrimary} /> : <ApproveAction {...about} />}
        <AdjustAction {...about} />
        {mays.mayPay && <PixDialog contract={contract} milestone={milestone} />}
      </>
    )
  }
  if (isCompany && mays.mayPay && contract.settlement === 'guarantee') return <PixDialog {...about} />
  if (isCompany && isDirect && payment?.status !== 'declared') return <PayDialog {...about} />
  if (isCompany || !isDirect || payment?.status !== 'declared') return null
  return (
    <>
      <ConfirmReceiptAction {...about} payment={payment} />
      <ContestAction payment={payment} />
    </>
  )
}

/** A milestone that waits for its payment is worked on too, unless it was accepted already. */
function isToDeliver(milestone: Milestone): boolean {
  const { status } = milestone
  if (status === 'awaiting_payment') return !isOwed(milestone)
  return status === 'planned' || status === 'funded' || status === 'adjusting'
}

type ActionProps = { contract: Contract; milestone: Milestone; isPrimary: boolean }

function ApproveAction({ contract, milestone, isPrimary }: ActionProps) {
  const approve = useStep(STEPS.approve, {
    title: 'Marco aprovado!',
    description: 'O profissional foi avisado.',
  })
  return (
    <ConfirmedStep
      icon={ShieldCheck}
      label="Aprovar"
      title={`Aprovar ${formatMoney(milestone.value_cents)}?`}
      description={`${nameOf(contract, milestone)}. ${whatHappens(contract, milestone)} A aprovação não pode ser desfeita.`}
      isPrimary={isPrimary}
      pending={approve.isPending}
      onConfirm={() => approve.run({ milestone_id: milestone.id })}
    />
  )
}

/** Replaces the approval, which the server refuses while a blocking item is open. */
function ToTheList({ isPrimary }: { isPrimary: boolean }) {
  return (
    <Button asChild variant={isPrimary ? 'primary' : 'secondary'}>
      <a href="#listas">
        <ListChecks className="size-4" aria-hidden />
        Ver item impeditivo
      </a>
    </Button>
  )
}

/** The effect of an approval on the money. */
function whatHappens(contract: Contract, milestone: Milestone): string {
  const { held_cents, value_cents } = milestone
  const withheld = withheldOf(contract, milestone)
  if (withheld > 0) {
    const parts = `De ${formatMoney(value_cents)}, ${formatMoney(withheld)} são tributos retidos`
    const net = formatMoney(difference(value_cents, withheld))
    return held_cents > 0
      ? `${parts}, que ficam em garantia até a empresa comprovar o pagamento deles, e ${net} são liberados ao profissional na hora.`
      : `${parts}; ${net} ficam devidos ao profissional, com vencimento em ${OWED_DAYS} dias.`
  }
  if (held_cents > 0)
    return `O valor de ${formatMoney(value_cents)}, em garantia, é liberado ao profissional na hora.`
  return `O valor de ${formatMoney(value_cents)} fica devido ao profissional, com vencimento em ${OWED_DAYS} dias.`
}

function AdjustAction({ milestone }: ActionProps) {
  const adjust = useStep(STEPS.adjust, {
    title: 'Ajustes pedidos',
    description: 'O profissional recebeu o motivo.',
  })
  return (
    <ReasonDialog
      trigger={
        <Button>
          <RotateCcw className="size-4" aria-hidden />
          Pedir ajustes
        </Button>
      }
      title="Pedir ajustes"
      description="Diga o que falta para aceitar a entrega. O prazo de aceite recomeça na próxima entrega."
      confirmLabel="Pedir ajustes"
      maxLength={BOUNDS.contract_events.reason}
      loading={adjust.isPending}
      onConfirm={(reason) => adjust.run({ milestone_id: milestone.id, reason })}
    />
  )
}

function ConfirmReceiptAction({
  contract,
  milestone,
  isPrimary,
  payment,
}: ActionProps & { payment: Payment }) {
  const confirm = useStep(STEPS.confirmReceipt, {
    title: 'Recebimento confirmado!',
    description: 'A empresa foi avisada.',
  })
  return (
    <ConfirmedStep
      icon={Wallet}
      label="Recebi"
      title={`Confirmar que recebeu ${formatMoney(payment.value_cents)}?`}
      description={`${nameOf(contract, milestone)}. O marco fica pago, e isso não pode ser desfeito.`}
      isPrimary={isPrimary}
      pending={confirm.isPending}
      onConfirm={() => confirm.run({ payment_id: payment.id })}
    />
  )
}

function ContestAction({ payment }: { payment: Payment }) {
  const contest = useStep(STEPS.contestReceipt, {
    title: 'Recebimento contestado',
    description: 'A empresa recebeu o motivo.',
  })
  return (
    <ReasonDialog
      trigger={
        <Button>
          <ThumbsDown className="size-4" aria-hidden />
          Não recebi
        </Button>
      }
      title="O pagamento não chegou?"
      description="O valor continua devido, e a empresa pode informar o pagamento de novo."
      confirmLabel="Contestar o recebimento"
      maxLength={BOUNDS.contract_events.reason}
      loading={contest.isPending}
      onConfirm={(reason) => contest.run({ payment_id: payment.id, reason })}
    />
  )
}
