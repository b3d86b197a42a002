import type { Figures } from '@/features/desk/queries'
import { formatMonth } from '@/lib/format'
import { formatMoney, ofCents, sumOf } from '@/lib/money'
import { BarChart } from '@/ui/chart'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'

const MONTH_LETTERS = 3

/** What the product earned, month by month: a picture, and the table it is drawn from. */
export function FeeMonths({ months }: { months: Figures['fee_months'] }) {
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
