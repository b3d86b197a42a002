import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import type { Row } from '@/api/tables'
import {
  correctionsQuery,
  decideCorrection,
  type CorrectionDecision,
} from '@/features/admin/personal-data/personal-data-queries'
import { ROLE_NAMES, STATUS_NAMES } from '@/features/admin/text'
import { formatDocument } from '@/lib/text/documents'
import { formatDateTime } from '@/lib/format'
import { paths } from '@/lib/paths'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { ReasonDialog } from '@/ui/reason-dialog'
import { Loading, Skeleton } from '@/ui/skeleton'

type Asked = Pick<
  Row<'corrections'>,
  'id' | 'kind' | 'old_document' | 'new_document' | 'reason' | 'created_at'
> & {
  party: Pick<Row<'profiles'>, 'id' | 'name' | 'role' | 'status'> | null
  asker: { id: string; name: string } | null
}

/** Requests to correct a CPF or CNPJ, which wait for an administrator. */
export function Corrections() {
  return (
    <section aria-labelledby="correcoes" className="flex flex-col gap-4">
      <div>
        <h2 id="correcoes" className="text-lg font-semibold">
          Correções de CPF e CNPJ
        </h2>
        <p className="max-w-measure text-sm text-muted">
          Confira o número na Receita Federal antes de aprovar. Se outra conta tem o número, ou se quem o
          tinha foi bloqueado e excluído, a aprovação é recusada. O que já foi assinado ou emitido não muda.
        </p>
      </div>
      <Queue />
    </section>
  )
}

function Queue() {
  const query = useInfiniteQuery(correctionsQuery())
  if (query.isPending) {
    return (
      <Loading label="Carregando correções…">
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const corrections = rowsOf(query.data)
  if (corrections.length === 0) {
    return (
      <EmptyState
        icon={BadgeCheck}
        title="Nenhuma correção pedida"
        description="Pedidos de correção de CPF e CNPJ aparecem aqui."
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <ul aria-label="Correções pedidas" className="flex flex-col gap-4">
        {corrections.map((correction) => (
          <li key={correction.id}>
            <CorrectionCard asked={correction} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={corrections.length}
        total={totalOf(query.data)}
        noun="correções"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </div>
  )
}

function CorrectionCard({ asked }: { asked: Asked }) {
  const { kind, party, asker, old_document, new_document, reason, created_at } = asked
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <Owner party={party} />
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        {asker !== null && asker.id !== party?.id && <span>por {asker.name}</span>}
      </div>
      <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-sm text-muted">{kind === 'cpf' ? 'CPF' : 'CNPJ'}</span>
        <del className="text-muted">
          {old_document === null ? 'não informado' : formatDocument(old_document, kind)}
        </del>
        <ArrowRight className="size-4 shrink-0 text-muted" aria-hidden />
        <ins className="font-medium no-underline">{formatDocument(new_document, kind)}</ins>
      </p>
      <blockquote className="border-l-2 border-line pl-4 break-words whitespace-pre-line">
        {reason}
      </blockquote>
      <Decision id={asked.id} />
    </Card>
  )
}

function Owner({ party }: Pick<Asked, 'party'>) {
  if (party === null) return <span>Conta removida</span>
  const search = new URLSearchParams({ aba: 'usuarios', q: party.name })
  return (
    <>
      <Link
        to={`${paths.admin()}?${search.toString()}`}
        className="min-w-0 font-medium break-words text-ink underline underline-offset-2"
      >
        {party.name}
      </Link>
      <span>{ROLE_NAMES[party.role]}</span>
      {party.status === 'blocked' && <Badge tone="danger">{STATUS_NAMES.blocked}</Badge>}
    </>
  )
}

function Decision({ id }: { id: string }) {
  const decide = useMutation(decideCorrection(useQueryClient()))

  function end(decision: Omit<CorrectionDecision, 'correction_id'>, title: string) {
    const work = decide.mutateAsync({ correction_id: id, ...decision })
    reportOutcome(work, {
      onSuccess: () => toast({ title }),
      onError: (error) =>
        toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) }),
    })
    return work
  }

  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <AlertDialog
        trigger={<Button loading={decide.isPending}>Aprovar</Button>}
        title="Aprovar esta correção?"
        description="O número novo passa a valer na hora. Quem recebe com garantia precisa abrir outra conta de recebimento."
        confirmLabel="Aprovar correção"
        onConfirm={() => void end({ status: 'approved' }, 'Correção aprovada').catch(() => undefined)}
      />
      <ReasonDialog
        trigger={<Button>Recusar</Button>}
        title="Recusar esta correção?"
        description="O número cadastrado continua valendo."
        hint="Quem pediu lê o que você escrever."
        confirmLabel="Recusar correção"
        maxLength={BOUNDS.corrections.answer}
        loading={decide.isPending}
        onConfirm={(reason) => end({ status: 'refused', reason }, 'Correção recusada')}
      />
    </div>
  )
}
