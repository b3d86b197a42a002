import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download, ReceiptText } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { useSaveFile } from '@/api/request/save-file'
import { ENTRY_KINDS } from '@/api/words'
import { amountOf, namesQuery, statementQuery } from '@/features/finance/queries'
import { formatDate } from '@/lib/format'
import { keyOf } from '@/lib/keys-of'
import { formatMoney } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { FilterTabs } from '@/ui/filter-tabs'
import { MorePages } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'
import { Tag, tagOf } from '@/ui/tag'

type Line = {
  id: string | null
  at: string | null
  kind: string
  value: string
  contract_id: string | null
}

/** The party's statement, filtered by kind; the kind is in the address. */
export function Statement({ partyId }: { partyId: string }) {
  const [params, setParams] = useSearchParams()
  const kind = KIND_FILTERS.find(({ value }) => value === params.get('tipo'))?.value ?? ''
  return (
    <section aria-labelledby="statement" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="statement" className="text-lg font-semibold">
          Extrato
        </h2>
        <SaveStatement partyId={partyId} kind={kind} />
      </div>
      <FilterTabs
        label="Filtrar por tipo"
        options={KIND_FILTERS}
        value={kind}
        onValueChange={(next) =>
          setParams(next === '' ? {} : { tipo: next }, { replace: true, preventScrollReset: true })
        }
      />
      <Lines partyId={partyId} kind={kind} />
    </section>
  )
}

function SaveStatement({ partyId, kind }: { partyId: string; kind: string }) {
  const book = useSaveFile('Extrato não baixado')
  const lines = useSaveFile('Extrato não baixado')
  const about = { party_id: partyId, kind }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        loading={book.isPending}
        onClick={() => book.mutate({ of: 'statement_sheet', about: { ...about, format: 'xlsx' } })}
      >
        <Download className="size-4" aria-hidden />
        Baixar Excel
      </Button>
      <Button
        variant="ghost"
        loading={lines.isPending}
        onClick={() => lines.mutate({ of: 'statement_sheet', about })}
      >
        Baixar CSV
      </Button>
    </div>
  )
}

function Lines({ partyId, kind }: { partyId: string; kind: string }) {
  const query = useInfiniteQuery(statementQuery(partyId, kind))
  if (query.isPending) {
    return (
      <Loading label="Carregando extrato…">
        <Skeleton className="h-48" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const lines = rowsOf(query.data)
  if (lines.length === 0) {
    return (
      <EmptyState
        icon={ReceiptText}
        title={kind === '' ? 'Nenhum lançamento' : 'Nenhum lançamento deste tipo'}
        description="Garantias, liberações, taxas e devoluções dos seus contratos aparecem aqui, uma linha cada. Acertos diretos ficam no contrato."
      />
    )
  }
  return (
    <>
      <LinesTable lines={lines} />
      <MorePages list={query} shown={lines.length} total={totalOf(query.data)} noun="lançamentos" />
    </>
  )
}

function LinesTable({ lines }: { lines: readonly Line[] }) {
  const { data: names } = useQuery(namesQuery(lines.flatMap(({ contract_id }) => contract_id ?? [])))
  return (
    <Table caption="Extrato">
      <TableHead>
        <TableRow>
          <TableHeader className="hidden sm:table-cell">Data</TableHeader>
          <TableHeader>Lançamento</TableHeader>
          <TableHeader numeric>Valor</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map(({ id, at, kind, value, contract_id }) => {
          const contract = names?.get(contract_id ?? '')
          return (
            <TableRow key={id}>
              <TableCell className="hidden whitespace-nowrap sm:table-cell">
                {at !== null && formatDate(at)}
              </TableCell>
              <TableCell>
                {kindOf(kind)}
                {contract !== undefined && (
                  <span className="block text-muted">
                    <Tag className="mr-2">{tagOf('CTR', contract.number)}</Tag>
                    <Link to={paths.contract(contract.id)} className="break-words underline">
                      {contract.title}
                    </Link>
                  </span>
                )}
                <span className="block text-muted sm:hidden">{at !== null && formatDate(at)}</span>
              </TableCell>
              <TableCell numeric className="whitespace-nowrap tabular-nums">
                {formatMoney(amountOf(value))}
              </TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}

/** The kinds of statement lines, in the words of the account's owner. */
function kindOf(kind: string): string {
  const known = keyOf(ENTRY_KINDS, kind)
  return known === undefined ? 'Lançamento' : ENTRY_KINDS[known]
}

const KIND_FILTERS = [
  { value: '', label: 'Tudo' },
  { value: 'guarantee', label: 'Garantias' },
  { value: 'release', label: 'Liberações' },
  { value: 'refund', label: 'Devoluções' },
  { value: 'fee', label: 'Taxas' },
  { value: 'withheld', label: 'Tributos' },
  { value: 'payout', label: 'Saques' },
  { value: 'payout_returned', label: 'Saques devolvidos' },
] as const
