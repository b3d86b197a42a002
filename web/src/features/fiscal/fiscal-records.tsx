import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { keys } from '@/api/keys'
import { countedPages, rowsOf, totalOf } from '@/api/request/counted-pages'
import { useSaveFile } from '@/api/request/save-file'
import { INVOICE_KINDS } from '@/api/words'
import { INVOICE_LOOKS } from '@/features/fiscal/text'
import { calendarDay } from '@/lib/format'
import { formatMoney, ofCents } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { MorePages } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

/** Exports a period: its fiscal lines as a spreadsheet and its totals as a report. */
export function FiscalExport({ partyId }: { partyId: string }) {
  const [period, setPeriod] = useState(() => {
    const to = calendarDay(Date.now())
    return { from: `${to.slice(0, 8)}01`, to }
  })
  const isWhole = period.from !== '' && period.to !== ''
  const isRight = isWhole && period.from <= period.to
  return (
    <fieldset className="flex flex-wrap items-start gap-3">
      <legend className="mb-3 text-sm text-muted">
        Notas e retenções de um período, em planilha ou em relatório
      </legend>
      <Field name="fiscal_from" label="De">
        <Input
          type="date"
          value={period.from}
          onChange={(event) => setPeriod({ ...period, from: event.target.value })}
        />
      </Field>
      <Field
        name="fiscal_to"
        label="Até"
        error={isWhole && !isRight ? 'O fim vem antes do começo' : undefined}
      >
        <Input
          type="date"
          value={period.to}
          onChange={(event) => setPeriod({ ...period, to: event.target.value })}
        />
      </Field>
      <Files about={{ party_id: partyId, ...period }} disabled={!isRight} />
    </fieldset>
  )
}

function Files({ about, disabled }: { about: Record<string, string>; disabled: boolean }) {
  const book = useSaveFile('Planilha não baixada')
  const lines = useSaveFile('Arquivo não baixado')
  const report = useSaveFile('Relatório não baixado')
  return (
    <>
      <Button
        disabled={disabled}
        loading={book.isPending}
        onClick={() => book.mutate({ of: 'fiscal_sheet', about: { ...about, format: 'xlsx' } })}
      >
        <Download className="size-4" aria-hidden />
        Baixar linhas fiscais (Excel)
      </Button>
      <Button
        variant="ghost"
        disabled={disabled}
        loading={lines.isPending}
        onClick={() => lines.mutate({ of: 'fiscal_sheet', about })}
      >
        Em CSV
      </Button>
      <Button
        disabled={disabled}
        loading={report.isPending}
        onClick={() => report.mutate({ of: 'period_report', about })}
      >
        <Download className="size-4" aria-hidden />
        Baixar relatório (PDF)
      </Button>
    </>
  )
}

/** Invoices that are missing, wait for the company, or were refused. */
export function PendingInvoices({ partyId }: { partyId: string }) {
  const query = useInfiniteQuery(pendingInvoicesQuery(partyId))
  if (query.isPending) {
    return (
      <Loading label="Carregando notas…">
        <Skeleton className="h-24" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const invoices = rowsOf(query.data)
  if (invoices.length === 0)
    return <p className="text-sm text-muted">Nenhuma nota pendente nem à espera de conferência.</p>
  return (
    <>
      <ul className="divide-y divide-line rounded border border-line bg-raised">
        {invoices.map(({ id, kind, status, expected_cents, milestone, contract }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 p-4">
            <p className="min-w-0">
              <Link to={paths.contract(contract.id)} className="font-medium break-words underline">
                {milestone.title}
              </Link>
              <span className="block text-sm text-muted">
                <Tag className="mr-2">{tagOf('CTR', contract.number)}</Tag>
                marco {milestone.position}: {contract.title}
              </span>
            </p>
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <span className="figures font-medium">{formatMoney(ofCents(expected_cents))}</span>
              <span className="text-muted">{INVOICE_KINDS[kind]}</span>
              <Badge tone={INVOICE_LOOKS[status].tone}>{INVOICE_LOOKS[status].label}</Badge>
            </p>
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={invoices.length} total={totalOf(query.data)} noun="notas" />
    </>
  )
}

const PAGE_SIZE = 25
const ABOUT =
  'contract:contracts!contract_id!inner(id, number, company_id, professional_id, scope->>title), milestone:milestones!milestone_id!inner(position, title)'

/** The pending invoices of the party's contracts, oldest first. */
function pendingInvoicesQuery(partyId: string) {
  return countedPages(keys.finance.invoices(partyId), PAGE_SIZE, (data) =>
    data
      .from('invoices')
      .select(`id, kind, status, expected_cents, ${ABOUT}`, { count: 'estimated' })
      .in('status', ['pending', 'sent', 'refused'])
      .or(`company_id.eq.${partyId},professional_id.eq.${partyId}`, { referencedTable: 'contract' })
      .order('created_at')
      .order('id'),
  )
}
