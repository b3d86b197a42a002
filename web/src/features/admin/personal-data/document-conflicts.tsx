import { useInfiniteQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import type { Row } from '@/api/tables'
import { documentConflictsQuery } from '@/features/admin/personal-data/personal-data-queries'
import { STATUS_NAMES } from '@/features/admin/text'
import { formatDocument } from '@/lib/text/documents'
import { formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'

/** Pairs of accounts that gave the same document when nothing prevented it; the later account continues without it. */
export function DocumentConflicts() {
  return (
    <section aria-labelledby="conflitos" className="flex flex-col gap-4">
      <div>
        <h2 id="conflitos" className="text-lg font-semibold">
          Documentos em conflito
        </h2>
        <p className="max-w-measure text-sm text-muted">
          Contas que informaram um documento que outra já tinha. O documento ficou com a primeira. Confira com
          as duas e bloqueie a que não for de verdade.
        </p>
      </div>
      <Conflicts />
    </section>
  )
}

function Conflicts() {
  const query = useInfiniteQuery(documentConflictsQuery())
  if (query.isPending) {
    return (
      <Loading label="Carregando conflitos…">
        <Skeleton className="h-32" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const conflicts = rowsOf(query.data)
  if (conflicts.length === 0) {
    return (
      <EmptyState
        icon={BadgeCheck}
        title="Nenhum documento em conflito"
        description="Cada CPF e cada CNPJ pertence a uma conta só."
      />
    )
  }
  return (
    <div>
      <Table caption="Documentos em conflito">
        <TableHead className="hidden md:table-header-group">
          <TableRow>
            <TableHeader>Documento</TableHeader>
            <TableHeader>Ficou com</TableHeader>
            <TableHeader>Também informado por</TableHeader>
            <TableHeader>Desde</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {conflicts.map((conflict) => (
            <Line key={conflict.profile_id} conflict={conflict} />
          ))}
        </TableBody>
      </Table>
      <LoadMore
        shown={conflicts.length}
        total={totalOf(query.data)}
        noun="conflitos"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </div>
  )
}

type Holder = { email: string; profile: Pick<Row<'profiles'>, 'id' | 'name' | 'role' | 'status'> }

type Conflict = { document: string; created_at: string; first: Holder; later: Holder }

/** Stacked on a phone, a row on wider screens. */
const STACKED = 'block py-1 md:table-cell md:py-3'

const CPF_LENGTH = 11

function Line({ conflict: { document, created_at, first, later } }: { conflict: Conflict }) {
  return (
    <TableRow className="block py-2 md:table-row">
      <TableCell className={`figures font-medium whitespace-nowrap ${STACKED}`}>
        {formatDocument(document, document.length === CPF_LENGTH ? 'cpf' : 'cnpj')}
      </TableCell>
      <TableCell className={STACKED}>
        <Account holder={first} label="Ficou com" />
      </TableCell>
      <TableCell className={STACKED}>
        <Account holder={later} label="Também informado por" />
      </TableCell>
      <TableCell className={`figures text-muted ${STACKED}`}>{formatDate(created_at)}</TableCell>
    </TableRow>
  )
}

function Account({ holder: { email, profile }, label }: { holder: Holder; label: string }) {
  const search = new URLSearchParams({ aba: 'usuarios', q: email })
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted md:hidden">{label}</p>
      <p className="flex flex-wrap items-center gap-2">
        <Link
          to={`${paths.admin()}?${search.toString()}`}
          className="font-medium break-words underline underline-offset-2"
        >
          {profile.name}
        </Link>
        {profile.status === 'blocked' && <Badge tone="danger">{STATUS_NAMES.blocked}</Badge>}
      </p>
      <p className="break-all text-muted">{email}</p>
    </div>
  )
}
