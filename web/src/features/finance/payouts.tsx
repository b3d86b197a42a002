import { useInfiniteQuery } from '@tanstack/react-query'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { PAYOUT_STATES } from '@/api/deal/payout-states'
import { payoutsQuery } from '@/features/finance/queries'
import { formatDateTime } from '@/lib/format'
import { formatMoney, ofCents } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { MorePages } from '@/ui/load-more'

/** What was asked for so far, newest first; nothing where nothing was. */
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
