import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { useInstitution } from '@/api/deal/payment'
import { Checks } from './checks'
import { DeskLists } from './desk-lists'
import { deskQuery, type Figures } from './queries'
import { Summary } from './summary'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { formatMonth } from '@/lib/format'
import { formatMoney, ofCents, sumOf } from '@/lib/money'
import { BarChart } from '@/ui/chart'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'

/** The money of the whole market: held, pending, in disagreement and earned. */
export function MoneyDesk() {
  const query = useQuery(deskQuery())
  const institution = useInstitution()
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <Loading label="Carregando o dinheiro…">
        <Skeleton className="mb-6 h-28" />
        <Skeleton className="h-64" />
      </Loading>
    )
  }
  const figures = query.data
  const hasGuarantee =
    institution !== null || figures.held > 0 || figures.fee_cents > 0 || figures.differences > 0
  return (
    <div className="flex flex-col gap-8">
      <Summary figures={figures} institution={institution} hasGuarantee={hasGuarantee} />
      <DeskLists figures={figures} hasGuarantee={hasGuarantee} isDirect={institution === null} />
      <Checks figures={figures} institution={institution} />
      {hasGuarantee && <FeeMonths months={figures.fee_months} />}
    </div>
  )
}

const MONTH_LETTERS = 3

/** The fees earned by month, as a chart and its table. */
function FeeMonths({ months }: { months: Figures['fee_months'] }) {
  const named = months.map(({ month, cents }) => ({ name: formatMonth(`${month}-15T12:00:00Z`), cents }))
  const total = sumOf(months.map(({ cents }) => ofCents(cents)))
  return (
    <section aria-labelledby="taxa" className="flex flex-col gap-4">
      <div>
        <h2 id="taxa" className="text-lg font-semibold">
          Taxa ganha
        </h2>
        <p className="text-sm text-muted">
          {formatMoney(total)} nos últimos doze meses, pelo mês em que cada marco foi liberado.
        </p>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <BarChart
          isBare
          caption="Taxa ganha por mês"
          points={named.map(({ name, cents }) => ({ label: name.slice(0, MONTH_LETTERS), value: cents }))}
        />
        <Table caption="Taxa ganha por mês">
          <TableHead>
            <TableRow>
              <TableHeader>Mês</TableHeader>
              <TableHeader numeric>Taxa</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {named.toReversed().map(({ name, cents }) => (
              <TableRow key={name}>
                <TableCell className="py-1.5 first-letter:uppercase">{name}</TableCell>
                <TableCell numeric className="py-1.5">
                  {formatMoney(ofCents(cents))}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </section>
  )
}
