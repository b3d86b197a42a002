import { KINDS, type Counts } from '@/features/project/io-list/io-list-text'
import { formatNumber } from '@/lib/format'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'

/** How many signals of each kind a list has, also of those that it lacks. */
export function CountsTable({ counts, total }: { counts: Counts; total: number }) {
  return (
    <Table caption="Sinais por tipo">
      <TableHead>
        <tr>
          <TableHeader>Tipo</TableHeader>
          <TableHeader numeric>Quantidade</TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {KINDS.map(({ kind, name }) => (
          <TableRow key={kind}>
            <TableCell className="py-2">{name}</TableCell>
            <TableCell numeric className="py-2">
              {formatNumber(counts[kind] ?? 0)}
            </TableCell>
          </TableRow>
        ))}
        <TableRow className="font-medium">
          <TableCell className="py-2">Total</TableCell>
          <TableCell numeric className="py-2">
            {formatNumber(total)}
          </TableCell>
        </TableRow>
      </TableBody>
    </Table>
  )
}
