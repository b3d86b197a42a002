import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { useInstitution } from '@/api/deal/payment'
import { PayoutDialog } from '@/features/finance/payout-dialog'
import { balanceQuery } from '@/features/finance/queries'
import { formatMoney, type Money } from '@/lib/money'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** What can be drawn and what is held, each with a sentence about what that means. */
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
  // Whoever never had anything held, where nobody holds anything, has no balance to read.
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
