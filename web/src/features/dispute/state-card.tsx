import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { DISPUTE_ANSWER_DAYS, DISPUTE_APPEAL_DAYS } from '@/api/limits'
import type { Dispute, Side } from '@/features/dispute/queries'
import { Shares } from '@/features/dispute/shares'
import { LOOKS } from '@/features/dispute/text'
import { formatDeadline, formatDistance } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'

type StateCardProps = { dispute: Dispute; side: Side | undefined; children?: ReactNode }

/** Where a dispute stands, what will happen by itself and when, and what may be done. */
export function StateCard({ dispute, side, children }: StateCardProps) {
  const { label, tone } = LOOKS[dispute.status]
  const due = dueOf(dispute)
  const percent = percentInForce(dispute)
  return (
    <Card className="flex flex-col gap-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Badge tone={tone}>{label}</Badge>
        {due !== undefined && (
          <p className="flex items-center gap-2 text-sm">
            <Clock className="size-4 text-muted" aria-hidden />
            <span>
              {due.what} <strong className="font-medium">{formatDistance(due.at)}</strong>: até{' '}
              <time dateTime={due.at}>{formatDeadline(due.at)}</time>
            </span>
          </p>
        )}
      </div>
      <p className="max-w-measure">{sayNext(dispute, side)}</p>
      {percent !== undefined && <Shares value={dispute.value_cents} percent={percent} />}
      {children}
    </Card>
  )
}

function dueOf({ status, answer_due_at, appeal_until }: Dispute): { what: string; at: string } | undefined {
  if (status === 'open') return { what: 'O prazo para responder termina', at: answer_due_at }
  if (status === 'decided' && appeal_until !== null)
    return { what: 'O prazo para recorrer termina', at: appeal_until }
  return undefined
}

/** The part that holds now, or would if nobody said more. */
function percentInForce({ status, ...dispute }: Dispute): number | undefined {
  if (status === 'open') return dispute.professional_percent
  return dispute.outcome_percent ?? dispute.decided_percent ?? undefined
}

/** What comes next, to whom it matters. */
function sayNext(dispute: Dispute, side: Side | undefined): string {
  switch (dispute.status) {
    case 'open':
      return dispute.opened_by === side
        ? `A outra parte tem ${String(DISPUTE_ANSWER_DAYS)} dias úteis para responder. Sem resposta, vale o que você pediu:`
        : 'Responda dentro do prazo. Sem resposta, vale o que foi pedido:'
    case 'negotiating':
      return 'Proponham divisões até uma servir aos dois lados. Sem acordo, qualquer lado pode chamar a administração.'
    case 'mediation':
      return 'A administração lê o que os dois lados mostraram e decide por escrito. Até lá, ainda cabe um acordo.'
    case 'decided':
      return `A decisão passa a valer quando os dois lados a aceitarem, ou em ${String(DISPUTE_APPEAL_DAYS)} dias sem recurso:`
    case 'appealed':
      return 'O recurso espera a decisão final. A primeira decisão foi:'
    case 'decided_finally':
      return 'A decisão vale:'
    case 'settled':
      return 'As partes chegaram a um acordo:'
    case 'conceded':
      return 'Vale o que foi pedido:'
    case 'withdrawn':
      return 'Quem abriu a disputa a retirou. O marco voltou para onde estava.'
  }
}
