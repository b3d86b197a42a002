import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { useInstitution } from '@/api/deal/payment'
import { PayoutDialog } from './payout-dialog'
import { balanceQuery, payoutsQuery } from './queries'
import { formatMoney, type Money, ofCents } from '@/lib/money'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { PAYOUT_STATES } from '@/api/deal/payout-states'
import { formatDateTime } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { MorePages } from '@/ui/load-more'

/** The available and the held balance, each with an explanation. */
export function Balance({ partyId, isEarning }: { partyId: string; isEarning: boolean }) {
  const query = useQuery(balanceQuery(partyId))
  const institution = useInstitution()
  if (query.isPending) {
    return (
      <Loading label="Carregando saldo…">
        <Skeleton className="h-28" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const { available, held } = query.data
  // Without an institution and with nothing held, there is no balance to show.
  if (institution === null && available === 0 && held === 0) return <DirectNotice />
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {isEarning && (
        <Figure
          term="Disponível"
          amount={available}
          note={`Liberado para você, na sua conta${institution === null ? '' : ` em ${institution}`}.`}
        >
          <PayoutDialog partyId={partyId} available={available} />
        </Figure>
      )}
      <Figure
        term="Em garantia"
        amount={held}
        note={`Depositado ${isEarning ? 'pelas empresas' : 'por você'}${institution === null ? '' : ` e bloqueado em ${institution}`}; é liberado quando o marco é aprovado.`}
      />
    </dl>
  )
}

function DirectNotice() {
  return (
    <p className="max-w-measure rounded border border-line bg-raised p-5 text-sm text-muted">
      <strong className="font-medium text-ink">Acerto direto, por marcos.</strong> Os pagamentos acontecem
      entre as duas partes; o que foi pago e recebido fica em cada contrato.
    </p>
  )
}

type FigureProps = { term: string; amount: Money; note: string; children?: ReactNode }

function Figure({ term, amount, note, children }: FigureProps) {
  return (
    <Card className="flex flex-col gap-1 p-5">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{formatMoney(amount)}</dd>
      <dd className="text-sm text-muted">{note}</dd>
      {children !== undefined && <dd className="flex">{children}</dd>}
    </Card>
  )
}

/** The requested payouts, newest first; nothing when there are none. */
export function Payouts({ partyId }: { partyId: string }) {
  const query = useInfiniteQuery(payoutsQuery(partyId))
  if (query.data === undefined) return null
  const payouts = rowsOf(query.data)
  if (payouts.length === 0) return null
  return (
    <section aria-labelledby="payouts" className="flex flex-col gap-4">
      <h2 id="payouts" className="text-lg font-semibold">
        Saques
      </h2>
      <ul className="divide-y divide-line rounded border border-line bg-raised">
        {payouts.map(({ id, value_cents, key_end, status, reason, created_at }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 p-4">
            <p>
              <span className="font-medium tabular-nums">{formatMoney(ofCents(value_cents))}</span>
              <span className="block text-sm text-muted">
                Chave terminada em {key_end}, pedido em {formatDateTime(created_at)}
              </span>
              {reason !== null && <span className="block text-sm text-danger">{reason}</span>}
            </p>
            <Badge tone={PAYOUT_STATES[status].tone}>{PAYOUT_STATES[status].label}</Badge>
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={payouts.length} total={totalOf(query.data)} noun="saques" />
    </section>
  )
}
