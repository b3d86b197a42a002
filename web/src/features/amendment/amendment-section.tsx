import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { ProposeAmendment } from './propose-amendment'
import { amendmentsQuery, type Amendment, useAnswer, useWithdraw } from './queries'
import { SaveAmendment } from './save-amendment'
import { scrollToAnchor } from '@/lib/navigation/anchor'
import { formatCount, formatDeadline } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { BOUNDS } from '@/api/limits'
import { Button } from '@/ui/button'
import { ReasonDialog } from '@/ui/reason-dialog'

const LOOKS: Record<
  Amendment['status'],
  { label: string; tone: 'warning' | 'success' | 'danger' | 'neutral' }
> = {
  proposed: { label: 'Aguardando resposta', tone: 'warning' },
  accepted: { label: 'Aceito', tone: 'success' },
  refused: { label: 'Recusado', tone: 'danger' },
  withdrawn: { label: 'Retirado', tone: 'neutral' },
  lapsed: { label: 'Venceu sem resposta', tone: 'neutral' },
}

type AmendmentSectionProps = {
  contractId: string
  settlement: 'direct' | 'guarantee'
  side: 'company' | 'professional'
  mayAct: boolean
}

/** The amendments of a contract, accepted or proposed. */
export function AmendmentSection({ contractId, settlement, side, mayAct }: AmendmentSectionProps) {
  const query = useQuery(amendmentsQuery(contractId))
  return (
    <section aria-labelledby="aditivos" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="aditivos" tabIndex={-1} ref={scrollToAnchor} className="text-lg font-semibold">
          Termos aditivos
        </h2>
        {mayAct && <ProposeAmendment contractId={contractId} settlement={settlement} />}
      </div>
      {query.isError ? (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading label="Carregando aditivos…">
          <Skeleton className="h-24" />
        </Loading>
      ) : query.data.length === 0 ? (
        <p className="text-sm text-muted">Nenhum aditivo. Trabalho fora do escopo se combina aqui.</p>
      ) : (
        <ul aria-labelledby="aditivos" className="flex flex-col gap-3">
          {query.data.map((amendment) => (
            <li key={amendment.id}>
              <AmendmentCard amendment={amendment} settlement={settlement} side={side} mayAct={mayAct} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type AmendmentCardProps = Omit<AmendmentSectionProps, 'contractId'> & { amendment: Amendment }

function AmendmentCard({ amendment, settlement, side, mayAct }: AmendmentCardProps) {
  const { tone } = LOOKS[amendment.status]
  const label = endedEarly(amendment) ? 'Encerrado com o contrato' : LOOKS[amendment.status].label
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <span className="figures">{amendment.label}</span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <h3 className="min-w-0 font-semibold break-words">{amendment.title}</h3>
        <p className="figures text-lg font-medium">{formatMoney(amendment.price_cents)}</p>
      </div>
      <p className="max-w-measure text-sm break-words whitespace-pre-line">{amendment.description}</p>
      <p className="max-w-measure text-sm break-words text-muted">
        Motivo: {amendment.reason}
        {amendment.hours !== null && ` · ${formatCount(amendment.hours, 'hora', 'horas')}`}
        {amendment.shift_days > 0 &&
          ` · prazo ${formatCount(amendment.shift_days, 'dia útil', 'dias úteis')} maior`}
      </p>
      {amendment.answer_reason !== null && <p className="text-sm">Recusa: {amendment.answer_reason}</p>}
      {amendment.status === 'accepted' && settlement === 'guarantee' && (
        <p className="text-sm text-muted">Deposite a garantia deste marco antes do início do trabalho.</p>
      )}
      {amendment.status === 'proposed' && (
        <p className="text-sm text-muted">Sem resposta até {formatDeadline(amendment.lapses_at)}, vence.</p>
      )}
      {amendment.status === 'proposed' && mayAct && (
        <AmendmentAnswer amendment={amendment} isOwn={amendment.author === side} />
      )}
      <SaveAmendment amendment={amendment} />
    </Card>
  )
}

/** It was over before its date: the contract ended first. */
function endedEarly({ status, closed_at, lapses_at }: Amendment): boolean {
  return status === 'lapsed' && closed_at !== null && Date.parse(closed_at) < Date.parse(lapses_at)
}

/** The other side's answer to an amendment, or the withdrawal by its own side. */
function AmendmentAnswer({ amendment, isOwn }: { amendment: Amendment; isOwn: boolean }) {
  const withdraw = useWithdraw()
  if (!isOwn) return <Answer amendment={amendment} />
  return (
    <div>
      <Button loading={withdraw.isPending} onClick={() => withdraw.mutate({ amendment_id: amendment.id })}>
        Retirar aditivo
      </Button>
    </div>
  )
}

function Answer({ amendment }: { amendment: Amendment }) {
  const answer = useAnswer()
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        loading={answer.isPending}
        onClick={() => answer.mutate({ amendment_id: amendment.id, accept: true })}
      >
        Aceitar {amendment.label}
      </Button>
      <ReasonDialog
        trigger={<Button>Recusar</Button>}
        title={`Recusar ${amendment.label}?`}
        description="O contrato continua como está."
        confirmLabel="Enviar recusa"
        maxLength={BOUNDS.amendments.reason}
        loading={answer.isPending}
        onConfirm={(reason) => answer.mutateAsync({ amendment_id: amendment.id, accept: false, reason })}
      />
    </div>
  )
}
