import type { ReactNode } from 'react'
import { PaperLink } from '@/features/contract/documents/contract-files'
import { DeliveredFiles } from '@/features/contract/milestones/delivered-files'
import { MilestoneActions, type Mays } from '@/features/contract/milestones/milestone-actions'
import {
  debtOf,
  isBeforeDelivery,
  isOver,
  isOwed,
  KIND_WORDS,
  lookOf,
  PAYMENT_WORDS,
} from '@/features/contract/milestones/milestone-text'
import { dayOf, milestoneAsked, unanswered } from '@/features/contract/next-step/next-steps'
import {
  lastPayment,
  milestonesOf,
  type Contract,
  type Milestone,
  type Payment,
} from '@/features/contract/queries'
import type { ContractSide } from '@/features/contract/side'
import { scrollToAnchor } from '@/lib/navigation/anchor'
import { formatCount, formatDate, formatDateTime } from '@/lib/format'
import { difference, formatMoney } from '@/lib/money'
import { deliveryAnchor, milestoneAnchor } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Progress } from '@/ui/progress'

type MilestoneListProps = {
  contract: Contract
  side: ContractSide
  mays: Mays
  /** The dispute about a milestone, or the way to open one. */
  dispute: ((milestone: Milestone) => ReactNode) | undefined
  /** Its invoice, and the taxes withheld of it. */
  fiscal: ((milestone: Milestone) => ReactNode) | undefined
}

/** The milestones of a contract in order: content, state and actions. */
export function MilestoneList({ contract, side, mays, dispute, fiscal }: MilestoneListProps) {
  const milestones = milestonesOf(contract)
  const asked = milestoneAsked(contract, side)?.id
  return (
    <section aria-labelledby="marcos" className="flex flex-col gap-3">
      <h2 id="marcos" className="text-lg font-semibold">
        Marcos
      </h2>
      <Progress value={milestones.filter(isOver).length / milestones.length} label="Marcos terminados" />
      <ol aria-labelledby="marcos" className="flex flex-col gap-3">
        {milestones.map((milestone) => (
          <li
            key={milestone.id}
            id={milestone.id === asked ? deliveryAnchor(milestone.id) : milestoneAnchor(milestone.id)}
            tabIndex={-1}
            ref={scrollToAnchor}
            className="rounded"
          >
            <Card className="flex flex-col gap-3 p-5">
              <Head contract={contract} milestone={milestone} />
              <Facts contract={contract} milestone={milestone} />
              <div className="flex flex-wrap gap-2 empty:hidden">
                {/* Hidden, not gone: its dialog stays open while the turn moves above. */}
                <div hidden={milestone.id === asked} className="contents">
                  <MilestoneActions contract={contract} milestone={milestone} side={side} mays={mays} />
                </div>
                {dispute?.(milestone)}
              </div>
              {fiscal?.(milestone)}
            </Card>
          </li>
        ))}
      </ol>
    </section>
  )
}

type PartProps = { contract: Contract; milestone: Milestone }

function Head({ contract, milestone }: PartProps) {
  const { label, tone } = lookOf(contract, milestone)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <span className="figures">Marco {milestone.position}</span>
          <Badge tone={tone}>{label}</Badge>
          {KIND_WORDS[milestone.kind] !== undefined && (
            <Badge tone="outline">{KIND_WORDS[milestone.kind]}</Badge>
          )}
          {contract.settlement === 'guarantee' && !isOver(milestone) && (
            <Badge tone="outline">{milestone.held_cents > 0 ? 'Com garantia' : 'Sem garantia'}</Badge>
          )}
        </div>
        <h3 className="font-semibold break-words">{milestone.title}</h3>
        {milestone.deliverable !== '' && (
          <p className="max-w-measure text-sm break-words whitespace-pre-line text-muted">
            {milestone.deliverable}
          </p>
        )}
        {milestone.kind === 'retention' && !isOver(milestone) && (
          <p className="max-w-measure text-sm">Fica para o fim, até a documentação as built ser aceita.</p>
        )}
        {milestone.waits_for_tac && isBeforeDelivery(milestone) && (
          <p className="max-w-measure text-sm">Aceite por TAC: o prazo começa no TAC executado.</p>
        )}
      </div>
      <div className="flex flex-col gap-1 sm:items-end">
        <p className="figures text-lg font-medium">{formatMoney(milestone.value_cents)}</p>
        {milestone.due_on !== null && (
          <p className="text-sm text-muted">
            prazo <time dateTime={milestone.due_on}>{formatDate(dayOf(milestone.due_on) ?? '')}</time>
          </p>
        )}
      </div>
    </div>
  )
}

/** When a delivery is accepted by silence, or why it is not yet. */
function clock({ status, review_until, paused_at, waits_for_tac }: Milestone): string {
  if (status !== 'delivered') return ''
  if (paused_at !== null) return '; o prazo do aceite está parado até a lista de aceite não ter pendências'
  if (review_until === null) return waits_for_tac ? '; o prazo do aceite começa com o TAC executado' : ''
  return `; aceito por silêncio ${unanswered(review_until)}`
}

/** Past events of a milestone, and what happens next by itself. */
function Facts({ contract, milestone }: PartProps) {
  const payment = lastPayment(contract, milestone)
  const owed = dayOf(milestone.owed_due_on)
  const debt = debtOf(milestone)
  return (
    <div className="flex flex-col gap-2 text-sm empty:hidden">
      {milestone.delivered_at !== null && (
        <p className="text-muted">
          Entregue em {formatDateTime(milestone.delivered_at)}
          {clock(milestone)}.
        </p>
      )}
      {milestone.delivery_note !== null && <Quoted>{milestone.delivery_note}</Quoted>}
      <DeliveredFiles contractId={contract.id} milestoneId={milestone.id} />
      {milestone.adjustments_count > 0 && (
        <p className="text-muted">
          {formatCount(milestone.adjustments_count, 'pedido de ajustes', 'pedidos de ajustes')} até agora.
        </p>
      )}
      {milestone.approved_at !== null && (
        <p className="text-muted">
          {milestone.approved_by === null ? 'Aceito por silêncio' : 'Aprovado'} em{' '}
          {formatDate(milestone.approved_at)}
          {isOwed(milestone) && owed !== null && `; pagamento até ${formatDate(owed)}`}.
        </p>
      )}
      {debt !== undefined && <p className="max-w-measure font-medium text-danger">{debt}</p>}
      {milestone.split_cents !== null && (
        <p className="text-muted">
          Dividido: <span className="figures">{formatMoney(milestone.split_cents)}</span> para o profissional,{' '}
          <span className="figures">
            {formatMoney(difference(milestone.value_cents, milestone.split_cents))}
          </span>{' '}
          de volta para a empresa.
        </p>
      )}
      {payment !== undefined && <Paid payment={payment} />}
    </div>
  )
}

function Paid({ payment }: { payment: Payment }) {
  const { paid_on, status, note, reason, receipt, end_to_end_id } = payment
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">
        Pagamento de <span className="figures">{formatMoney(payment.value_cents)}</span>{' '}
        {payment.withheld_cents > 0 && (
          <>
            (líquido de <span className="figures">{formatMoney(payment.withheld_cents)}</span> em
            tributos){' '}
          </>
        )}
        informado para {formatDate(dayOf(paid_on) ?? '')}. {PAYMENT_WORDS[status]}.
      </p>
      {note !== null && <Quoted>{note}</Quoted>}
      {reason !== null && <Quoted>{reason}</Quoted>}
      {end_to_end_id !== null && (
        <p className="text-muted">
          Pix <span className="figures break-all">{end_to_end_id}</span>
        </p>
      )}
      {receipt !== null && <PaperLink name={receipt} label="Comprovante" />}
    </div>
  )
}

function Quoted({ children }: { children: string }) {
  return (
    <p className="max-w-measure border-l-2 border-line pl-3 break-words whitespace-pre-line">{children}</p>
  )
}
