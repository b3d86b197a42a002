import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Outcome } from '@/features/admin/bulk'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/button'

type BulkBarProps = {
  /** How many are chosen. */
  count: number
  /** `usuário selecionado`, `usuários selecionados` */
  noun: readonly [one: string, many: string]
  onClear: () => void
  /** What came of the last step, while somebody was refused. */
  outcome: Outcome | undefined
  /** What may be done with all of them. */
  children: ReactNode
}

/** What may be done with those that are chosen, and who of the last were refused, and why. */
export function BulkBar({ count, noun: [one, many], onClear, outcome, children }: BulkBarProps) {
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {count > 0 && (
        <div
          role="group"
          aria-label="Ações em lote"
          className="flex flex-wrap items-center gap-3 rounded border border-line bg-sunken px-4 py-3"
        >
          <p role="status" className="text-sm font-medium">
            {formatNumber(count)} {count === 1 ? one : many}
          </p>
          <div className="flex flex-wrap gap-2">{children}</div>
          <Button variant="ghost" size="sm" onClick={onClear}>
            Limpar seleção
          </Button>
        </div>
      )}
      {outcome !== undefined && outcome.refused.length > 0 && (
        <div role="alert" className="flex gap-2.5 rounded border border-line px-4 py-3 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
          <div className="flex min-w-0 flex-col gap-1">
            <p className="font-medium">
              {formatNumber(outcome.done)} feitos, {formatNumber(outcome.refused.length)} recusados:
            </p>
            <ul className="flex flex-col gap-0.5">
              {outcome.refused.map(({ name, why }) => (
                <li key={name} className="break-words">
                  {name}: {why}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}
