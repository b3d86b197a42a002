import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { auditQuery } from '@/features/admin/queries'
import { ACTIONS, type AuditAction } from '@/features/admin/text'
import { classNames } from '@/lib/class-names'
import { formatDateTime } from '@/lib/format'
import { keyOf, keysOf } from '@/lib/keys-of'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { Select } from '@/ui/select'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'

const OPTIONS = keysOf(ACTIONS).map((value) => ({ value, label: ACTIONS[value] }))

/** The audit log of administrators' actions, which is read-only. */
export function Audit() {
  const [params, setParams] = useSearchParams()
  const action = keyOf(ACTIONS, params.get('acao')) ?? ''
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-xs">
        <Select
          aria-label="Filtrar por ação"
          placeholder="Todas as ações"
          options={OPTIONS}
          value={action}
          onChange={({ target }) =>
            setParams(target.value === '' ? { aba: 'auditoria' } : { aba: 'auditoria', acao: target.value }, {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      </div>
      <Log action={action} />
    </div>
  )
}

function Log({ action }: { action: AuditAction | '' }) {
  const query = useInfiniteQuery(auditQuery(action))
  if (query.isPending) {
    return (
      <Loading label="Carregando auditoria…">
        <Skeleton className="h-64" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const entries = query.data.pages.flatMap((page) => page.rows)
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={ScrollText}
        title="Nenhuma ação registrada"
        description="Bloqueios, imagens trocadas e denúncias decididas aparecem aqui."
      />
    )
  }
  return (
    <div>
      <Table caption="Auditoria">
        <TableHead className="hidden md:table-header-group">
          <TableRow>
            <TableHeader>Quando</TableHeader>
            <TableHeader>Quem</TableHeader>
            <TableHeader>Ação</TableHeader>
            <TableHeader>Sobre</TableHeader>
            <TableHeader>Detalhes</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </TableBody>
      </Table>
      <LoadMore
        shown={entries.length}
        total={query.data.pages[0]?.total ?? 0}
        noun="ações"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </div>
  )
}

type Entry = {
  action: AuditAction
  subject_label: string
  details: unknown
  created_at: string
  /** Null for actions of the server itself. */
  actor: { name: string } | null
}

function Line({ entry }: { entry: Entry }) {
  return (
    <TableRow className="flex flex-col py-2 md:table-row">
      <TableCell className={classNames('figures whitespace-nowrap', STACKED)}>
        {formatDateTime(entry.created_at)}
      </TableCell>
      <TableCell className={STACKED}>{nameOf(entry.actor)}</TableCell>
      <TableCell className={classNames('font-medium md:font-normal', STACKED)}>
        {ACTIONS[entry.action]}
      </TableCell>
      <TableCell className={classNames('break-words md:max-w-56', STACKED)}>{entry.subject_label}</TableCell>
      <TableCell className={classNames('break-words text-muted empty:hidden md:max-w-72', STACKED)}>
        {inWords(entry.details)}
      </TableCell>
    </TableRow>
  )
}

/** Stacked on a phone, a row on wider screens. */
const STACKED = 'py-1 md:table-cell md:py-3'

function nameOf(actor: { name: string } | null): string {
  return actor?.name ?? 'Servidor'
}

/** The labels of coded values in details: states, kinds and roles. */
const WORDS: Readonly<Record<string, string>> = {
  decided: 'Decidida, cabe recurso',
  decided_finally: 'Decidida em definitivo',
  upheld: 'Procede',
  dismissed: 'Improcedente',
  approved: 'Aprovada',
  refused: 'Recusada',
  pj: 'PJ',
  mei: 'MEI',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  release: 'Liberação',
  refund: 'Devolução',
  cancel: 'Cancelamento de cobrança',
  owner: 'Proprietário',
  buyer: 'Comercial',
  engineer: 'Engenheiro',
  finance: 'Financeiro',
  reader: 'Leitor',
}
const WRITTEN = ['reason', 'decision', 'url']

/** The details of an action as text; the ids of rows are left out. */
export function inWords(details: unknown): string {
  if (typeof details !== 'object' || details === null) return ''
  return Object.entries(details)
    .map(([name, value]) => {
      if (name === 'professional_percent') return `${String(value)}% para o profissional`
      if (WRITTEN.includes(name)) return String(value)
      return WORDS[String(value)] ?? ''
    })
    .filter((said) => said !== '')
    .join(' · ')
}
