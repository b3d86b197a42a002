import type { ReactNode } from 'react'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'
import type { Rate } from '@/api/rates'
import { formatCount, formatList, formatNumber } from '@/lib/format'

/** A paragraph of the guide. */
export function Text({ children }: { children: ReactNode }) {
  return <p className="max-w-measure">{children}</p>
}

/** A name, an address or a command within a sentence. */
export function Name({ children }: { children: ReactNode }) {
  return (
    <code className="figures rounded-sm bg-sunken px-1 py-px text-sm break-words [box-decoration-break:clone]">
      {children}
    </code>
  )
}

/** What is not to be overlooked. */
export function Caution({ children }: { children: ReactNode }) {
  return (
    <p className="max-w-measure rounded border border-line border-l-warning bg-warning-soft px-4 py-3 text-sm [border-left-width:3px]">
      {children}
    </p>
  )
}

/** A step within a part of the guide. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <h3 className="pt-2 text-lg font-semibold">{title}</h3>
      {children}
    </div>
  )
}

type FactsProps = {
  caption: string
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** Facts side by side; on a narrow screen each row is a block of its own, so that nobody scrolls sideways to read. */
export function Facts({ caption, columns, rows }: FactsProps) {
  return (
    <Table caption={caption} className="max-sm:block">
      <TableHead className="max-sm:sr-only">
        <tr>
          {columns.map((name) => (
            <TableHeader key={name}>{name}</TableHeader>
          ))}
        </tr>
      </TableHead>
      <TableBody className="max-sm:block">
        {rows.map(({ key, cells }) => (
          <TableRow key={key} className="max-sm:block max-sm:py-2">
            {cells.map((cell, at) => (
              <TableCell key={columns[at]} className="align-top max-sm:block max-sm:py-1">
                {columns.length > 2 && at > 0 && (
                  <span className="text-xs text-muted sm:hidden">{columns[at]}: </span>
                )}
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const SPANS: Readonly<Record<number, string>> = { 60: 'minuto', 3600: 'hora', 86400: 'dia' }

/** How much may be asked, in words: “600 por minuto e 10.000 por dia”. */
export function rateText(rates: readonly Rate[]): string {
  if (rates.length === 0) return 'como a rede'
  return formatList(rates.map(({ max, seconds }) => `${formatNumber(max)} ${spanText(seconds)}`))
}

function spanText(seconds: number): string {
  const known = SPANS[seconds]
  if (known !== undefined) return `por ${known}`
  if (seconds % 60 === 0) return `em ${formatCount(seconds / 60, 'minuto', 'minutos')}`
  return `em ${formatCount(seconds, 'segundo', 'segundos')}`
}
