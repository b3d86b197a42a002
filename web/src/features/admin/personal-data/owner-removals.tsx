import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { DoorOpen } from 'lucide-react'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import {
  decideOwnerRemoval,
  ownerRemovalsQuery,
  type OwnerRemoval,
} from '@/features/admin/personal-data/personal-data-queries'
import { formatDateTime } from '@/lib/format'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { ReasonDialog } from '@/ui/reason-dialog'
import { Loading, Skeleton } from '@/ui/skeleton'

/** Notices to owners by other owners; an administrator decides when the owner objects. */
export function OwnerRemovals() {
  return (
    <section aria-labelledby="saidas-de-proprietarios" className="flex flex-col gap-4">
      <div>
        <h2 id="saidas-de-proprietarios" className="text-lg font-semibold">
          Saídas de proprietários
        </h2>
        <p className="max-w-measure text-sm text-muted">
          Confira o contrato social antes de decidir. Sem oposição, o aviso vale sozinho na data; você pode
          encerrá-lo antes.
        </p>
      </div>
      <Queue />
    </section>
  )
}

function Queue() {
  const query = useInfiniteQuery(ownerRemovalsQuery())
  if (query.isPending) {
    return (
      <Loading label="Carregando avisos de saída…">
        <Skeleton className="h-32" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const removals = rowsOf(query.data)
  if (removals.length === 0) {
    return (
      <EmptyState
        icon={DoorOpen}
        title="Nenhum aviso de saída"
        description="Avisos de saída de proprietários aparecem aqui."
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <ul aria-label="Avisos de saída" className="flex flex-col gap-4">
        {removals.map((removal) => (
          <li key={removal.id}>
            <RemovalCard removal={removal} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={removals.length}
        total={totalOf(query.data)}
        noun="avisos"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </div>
  )
}

function RemovalCard({ removal }: { removal: OwnerRemoval }) {
  const { organisation, person, proposer, objection, created_at, takes_effect_at } = removal
  return (
    <Card className="flex flex-col gap-4 p-5">
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
        <span className="font-medium text-ink">{organisation?.legal_name ?? 'Organização removida'}</span>
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </p>
      <p>
        {proposer?.name ?? 'Um proprietário'} avisou a saída de {person?.name ?? 'um proprietário'}
        {objection === null &&
          `, sem oposição até agora; vale a partir de ${formatDateTime(takes_effect_at)}`}
        .
      </p>
      {objection !== null && (
        <blockquote className="border-l-2 border-line pl-4 break-words whitespace-pre-line">
          {objection}
        </blockquote>
      )}
      <Decision removal={removal} />
    </Card>
  )
}

function Decision({ removal: { id, status } }: { removal: OwnerRemoval }) {
  const decide = useMutation(decideOwnerRemoval(useQueryClient()))

  function end(allow: boolean, reason: string, title: string) {
    const work = decide.mutateAsync({ removal_id: id, allow, reason })
    reportOutcome(work, {
      onSuccess: () => toast({ title }),
      onError: (error) =>
        toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) }),
    })
    return work
  }

  const dialog = {
    hint: 'Os dois proprietários leem o que você escrever.',
    maxLength: BOUNDS.owner_removals.decision,
    loading: decide.isPending,
  }
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <ReasonDialog
        {...dialog}
        trigger={<Button>Manter o proprietário</Button>}
        title="Manter o proprietário?"
        description="O aviso termina e nada muda na equipe."
        confirmLabel="Manter"
        onConfirm={(reason) => end(false, reason, 'Aviso encerrado')}
      />
      {status === 'objected' && (
        <ReasonDialog
          {...dialog}
          trigger={<Button>Permitir a saída</Button>}
          title="Permitir a saída?"
          description="O proprietário deixa a equipe, ou o papel, na hora."
          confirmLabel="Permitir a saída"
          destructive
          onConfirm={(reason) => end(true, reason, 'Saída permitida')}
        />
      )}
    </div>
  )
}
