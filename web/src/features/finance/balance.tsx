import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { balanceQuery } from '@/features/finance/queries'
import { formatMoney, type Money } from '@/lib/money'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** What can be drawn and what is held, each with a sentence about what that means. */
export function Balance({ partyId, isEarning }: { partyId: string; isEarning: boolean }) {
  const query = useQuery(balanceQuery(partyId))
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
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {isEarning && (
        <Figure
          term="Disponível"
          amount={available}
          note="Liberado para você, na sua conta da instituição."
        />
      )}
      <Figure
        term="Em garantia"
        amount={held}
        note={
          isEarning
            ? 'Depositado pelas empresas; é liberado quando o marco é aprovado.'
            : 'Depositado por você e bloqueado até o marco ser aprovado.'
        }
      />
    </dl>
  )
}

function Figure({ term, amount, note }: { term: string; amount: Money; note: string }) {
  return (
    <Card className="flex flex-col gap-1 p-5">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{formatMoney(amount)}</dd>
      <dd className="text-sm text-muted">{note}</dd>
    </Card>
  )
}
