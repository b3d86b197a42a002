import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { DeskLine, DeskList } from '@/features/desk/desk-list'
import { ordersQuery, retryOrder } from './queries'
import { ORDERS } from '@/features/desk/text'
import { formatCount, formatDateTime } from '@/lib/format'
import { keyOf } from '@/lib/keys-of'
import { ofCents } from '@/lib/money'
import { reportOutcome } from '@/lib/timing/report-outcome'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { tagOf } from '@/ui/tag'
import { toast } from '@/lib/toast'

/** Orders to the institution that do not get through, with what it answered. */
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
