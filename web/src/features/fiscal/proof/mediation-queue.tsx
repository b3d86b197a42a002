import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { TAXES } from '@/api/words'
import {
  decideProof,
  mediatedProofsQuery,
  type MediatedProof,
  type ProofDecision,
} from '@/features/fiscal/proof/mediation-query'
import { ProofRounds } from '@/features/fiscal/proof/proof-rounds'
import { formatMoney, ofCents } from '@/lib/money'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { ReasonDialog } from '@/ui/reason-dialog'
import { Loading, Skeleton } from '@/ui/skeleton'

/** Proofs of withheld taxes that were contested twice, as administrators decide them. */
export function MediationQueue() {
  return (
    <section aria-labelledby="tributos-retidos" className="mt-8 flex flex-col gap-4">
      <div>
        <h2 id="tributos-retidos" className="text-lg font-semibold">
          Comprovantes de tributos retidos
        </h2>
        <p className="max-w-measure text-sm text-muted">
          O profissional contestou o comprovante duas vezes ou mais, ou uma das partes está bloqueada. Confira
          o número no portal de quem arrecada antes de decidir.
        </p>
      </div>
      <Queue />
    </section>
  )
}

function Queue() {
  const query = useInfiniteQuery(mediatedProofsQuery())
  if (query.isPending) {
    return (
      <Loading label="Carregando comprovantes…">
        <Skeleton className="h-32" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const proofs = rowsOf(query.data)
  if (proofs.length === 0) return <p className="text-sm text-muted">Nenhum comprovante a decidir.</p>
  return (
    <div className="flex flex-col gap-4">
      <ul aria-label="Comprovantes a decidir" className="flex flex-col gap-4">
        {proofs.map((proof) => (
          <li key={proof.id}>
            <ProofCard proof={proof} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={proofs.length}
        total={totalOf(query.data)}
        noun="comprovantes"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </div>
  )
}

function ProofCard({ proof }: { proof: MediatedProof }) {
  const { tax, value_cents, contract, milestone, rounds } = proof
  return (
    <Card className="flex flex-col items-start gap-4 p-5 text-sm">
      <div className="flex w-full flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="min-w-0 text-base font-semibold break-words">
          {contract?.project?.title ?? 'Projeto'}: {milestone?.title ?? 'marco'}
        </h3>
        <p className="font-medium">
          {TAXES[tax]}, <span className="figures">{formatMoney(ofCents(value_cents))}</span>
        </p>
      </div>
      <p className="max-w-measure break-words text-muted">
        {contract?.company?.name ?? 'Empresa'} e {contract?.professional?.name ?? 'profissional'}, contrato nº{' '}
        <span className="figures">{contract?.number ?? ''}</span>.{' '}
        {proof.settlement === 'guarantee' ? 'O valor está em garantia.' : 'A empresa está com o valor.'}
      </p>
      <ProofRounds rounds={rounds} decision={null} />
      <Decision proof={proof} />
    </Card>
  )
}

function Decision({ proof: { id, settlement, value_cents } }: { proof: MediatedProof }) {
  const decide = useMutation(decideProof(useQueryClient()))
  const value = formatMoney(ofCents(value_cents))
  const isHeld = settlement === 'guarantee'

  function end(outcome: ProofDecision['outcome'], reason: string) {
    const work = decide.mutateAsync({ proof_id: id, outcome, reason })
    reportOutcome(work, {
      onSuccess: () => toast({ title: 'Decisão registrada', description: 'As duas partes foram avisadas.' }),
      onError: (error) =>
        toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) }),
    })
    return work
  }

  const dialog = {
    hint: 'As duas partes leem o que você escrever.',
    maxLength: BOUNDS.withholding_proofs.decision,
    loading: decide.isPending,
    destructive: true,
  }
  return (
    <div className="flex w-full flex-wrap gap-2 border-t border-line pt-4">
      <ReasonDialog
        {...dialog}
        trigger={<Button>Comprovado</Button>}
        title="O recolhimento está comprovado?"
        description={
          isHeld
            ? `${value} em garantia voltam à empresa. Não se desfaz.`
            : 'A empresa não deve o valor. Não se desfaz.'
        }
        confirmLabel="Dar por comprovado"
        onConfirm={(reason) => end('proved', reason)}
      />
      <ReasonDialog
        {...dialog}
        trigger={<Button>Não comprovado</Button>}
        title="O recolhimento não está comprovado?"
        description={
          isHeld
            ? `${value} em garantia vão para o profissional. Não se desfaz.`
            : `A empresa passa a dever ${value} ao profissional. Não se desfaz.`
        }
        confirmLabel="Dar por não comprovado"
        onConfirm={(reason) => end('unproved', reason)}
      />
    </div>
  )
}
