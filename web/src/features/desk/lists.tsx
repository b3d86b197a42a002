import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PAYOUT_STATES } from '@/api/deal/payout-states'
import { DeskLine, DeskList } from '@/features/desk/desk-list'
import { disputesQuery, heldQuery, payoutsQuery } from '@/features/desk/queries'
import { DISPUTES, nameOfPart, sidesOf } from '@/features/desk/text'
import { formatDate, formatDateTime, formatDistance } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'

/** What the institution holds, by contract and milestone. */
export function HeldList() {
  return (
    <DeskList
      query={useInfiniteQuery(heldQuery())}
      label="Garantias"
      noun="garantias"
      empty={{ title: 'Nada em garantia', description: 'Nenhum marco pago espera aprovação.' }}
      line={({ position, title, status, held_cents, contract, charges: [paid] }) => (
        <DeskLine
          badge={status === 'disputed' && <Badge tone="warning">Em disputa</Badge>}
          title={nameOfPart(contract, position)}
          about={`${title}. ${sidesOf(contract)}`}
          amount={held_cents}
          when={paid?.paid_at ? `desde ${formatDate(paid.paid_at)}` : ''}
        />
      )}
    />
  )
}

/** Payouts that have not arrived, and those that did not or came back. */
export function PayoutList() {
  return (
    <DeskList
      query={useInfiniteQuery(payoutsQuery())}
      label="Saques"
      noun="saques"
      empty={{ title: 'Nenhum saque parado', description: 'O que foi pedido chegou.' }}
      line={({ status, party, key_end, reason, value_cents, created_at }) => (
        <DeskLine
          badge={<Badge tone={PAYOUT_STATES[status].tone}>{PAYOUT_STATES[status].label}</Badge>}
          title={party.name}
          about={`Chave terminada em ${key_end}.${reason === null ? '' : ` ${reason}`}`}
          amount={value_cents}
          when={`pedido em ${formatDateTime(created_at)}`}
        />
      )}
    />
  )
}

/** Disputes by age; each leads to its page. */
export function DisputeList() {
  return (
    <DeskList
      query={useInfiniteQuery(disputesQuery())}
      label="Disputas"
      noun="disputas"
      empty={{ title: 'Nenhuma disputa aberta', description: 'As duas partes de cada contrato se entendem.' }}
      line={({ id, contract_id, status, value_cents, created_at, milestone, contract }) => (
        <DeskLine
          badge={
            <>
              <Badge tone={status === 'mediation' || status === 'appealed' ? 'warning' : 'neutral'}>
                {DISPUTES[status]}
              </Badge>
              {milestone.held_cents > 0 && <Badge tone="info">Com garantia</Badge>}
            </>
          }
          title={
            <Link
              to={paths.dispute(contract_id, id)}
              className="underline-offset-2 after:absolute after:inset-0 hover:underline"
            >
              {nameOfPart(contract, milestone.position)}
            </Link>
          }
          about={sidesOf(contract)}
          amount={value_cents}
          when={`aberta ${formatDistance(created_at)}`}
        />
      )}
    />
  )
}
