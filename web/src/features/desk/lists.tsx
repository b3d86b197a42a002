import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PAYOUT_STATES } from '@/api/deal/states'
import { DeskLine, DeskList } from './desk-list'
import { disputesQuery, heldQuery, payoutsQuery, ordersQuery, retryOrder } from './queries'
import { DISPUTES, nameOfPart, sidesOf, ORDERS } from './text'
import { formatDate, formatDateTime, formatDistance, formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { errorSentence } from '@/api/errors'
import { keyOf } from '@/lib/keys-of'
import { ofCents } from '@/lib/money'
import { reportOutcome } from '@/lib/timing'
import { Button } from '@/ui/button'
import { tagOf } from '@/ui/tag'
import { toast } from '@/lib/toast'

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

/** Payouts that are pending, failed or came back. */
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

/** Orders that the institution did not carry out, with its answer. */
export function OrderList() {
  return (
    <DeskList
      query={useInfiniteQuery(ordersQuery())}
      label="Ordens que falham"
      noun="ordens"
      empty={{ title: 'Nenhuma ordem falha', description: 'A instituição cumpriu o que foi ordenado.' }}
      line={(order) => (
        <DeskLine
          badge={
            order.state === 'failed' ? (
              <Badge tone="danger">Recusada</Badge>
            ) : (
              <Badge tone="warning">Em nova tentativa</Badge>
            )
          }
          title={ORDERS[keyOf(ORDERS, order.kind) ?? 'release']}
          about={`${tagOf('CTR', order.contract)}, marco ${order.milestone}: ${order.title}`}
          amount={ofCents(order.value_cents)}
          when={`ordenada em ${formatDateTime(order.created_at)}`}
        >
          <p className="text-sm break-words text-muted">
            {formatCount(order.tries, 'tentativa', 'tentativas')}
            {order.state !== 'failed' && `, a próxima em ${formatDateTime(order.next_at)}`}.{' '}
            {order.last_error}
          </p>
          {order.state === 'failed' && <RetryAction id={order.id} />}
        </DeskLine>
      )}
    />
  )
}

function RetryAction({ id }: { id: string }) {
  const retry = useMutation(retryOrder(useQueryClient()))
  return (
    <Button
      className="self-start"
      loading={retry.isPending}
      onClick={() =>
        reportOutcome(retry.mutateAsync(id), {
          onSuccess: () =>
            toast({
              title: 'Ordem enviada outra vez',
              description: 'Sob a mesma referência: nada é feito duas vezes.',
            }),
          onError: (error) =>
            toast({ variant: 'destructive', title: 'Ordem não repetida', description: errorSentence(error) }),
        })
      }
    >
      Tentar outra vez
    </Button>
  )
}
