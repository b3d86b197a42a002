import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { useInstitution } from '@/api/deal/payment'
import { HolderForm } from '@/features/receiver/holder-form'
import { holderQuery, receiverQuery } from '@/features/receiver/queries'
import { ReceiverState } from '@/features/receiver/receiver-state'
import type { HolderKind } from '@/features/receiver/schema'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The account that receives a professional's payments: its state, or the form that opens it. */
export function ReceiverSection({ partyId }: { partyId: string }) {
  const institution = useInstitution()
  if (institution === null) return null
  return (
    <section aria-labelledby="receiver" className="flex flex-col gap-4">
      <div>
        <h2 id="receiver" className="text-lg font-semibold">
          Conta para receber
        </h2>
        <p className="max-w-measure text-sm text-muted">
          Pagamentos com garantia entram em uma conta no seu nome em {institution}, que confere os dados com a
          Receita Federal.
        </p>
      </div>
      <Account partyId={partyId} institution={institution} />
    </section>
  )
}

function Account({ partyId, institution }: { partyId: string; institution: string }) {
  const query = useQuery(receiverQuery(partyId))
  if (query.isPending) {
    return (
      <Loading label="Carregando a conta…">
        <Skeleton className="h-24" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const receiver = query.data
  if (receiver?.institution === institution) return <ReceiverState receiver={receiver} />
  return <Opening partyId={partyId} />
}

/** The data the institution asks for, below what it is told anyway. */
function Opening({ partyId }: { partyId: string }) {
  const query = useQuery(holderQuery(partyId))
  if (query.isPending) {
    return (
      <Loading label="Carregando o cadastro…">
        <Skeleton className="h-64" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const { name, document, kind, institution } = query.data
  return (
    <Card className="p-5">
      <HolderForm
        partyId={partyId}
        name={name}
        document={document}
        kind={KINDS[kind] ?? 'person'}
        institution={institution}
      />
    </Card>
  )
}

const KINDS: Readonly<Record<string, HolderKind>> = { mei: 'mei', pj: 'pj' }
