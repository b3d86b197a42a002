import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/button'
import { errorSentence } from '@/api/errors'

type BulkBarProps = {
  /** How many are chosen. */
  count: number
  /** `usuário selecionado`, `usuários selecionados` */
  noun: readonly [one: string, many: string]
  onClear: () => void
  /** The result of the last step, if any entry was refused. */
  outcome: Outcome | undefined
  /** The actions for all selected entries. */
  children: ReactNode
}

/** The actions for the selected entries, and the entries that the last step refused, with the reasons. */
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

/** An entry of a list with multiple selection. */
export type Choice = { id: string; name: string }
export type Outcome = { done: number; refused: { name: string; why: string }[] }

/** The selection of a list; entries that are no longer shown are dropped from it. */
export function useChosen<Item extends Choice>(all: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = all.filter(({ id }) => ids.has(id))
  return {
    chosen,
    has: (id: string) => ids.has(id),
    toggle: (id: string) =>
      setIds((before) => (before.has(id) ? without(before, id) : new Set([...before, id]))),
    set: (next: readonly string[]) => setIds(new Set(next)),
  }
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((other) => other !== id))
}

/**
 * Takes the step for one entry after another: each has its own entry in the audit log,
 * and a refusal does not stop the others.
 */
export async function takeEach<Item extends Choice>(
  items: readonly Item[],
  take: (item: Item) => Promise<unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { done: 0, refused: [] }
  for (const item of items) {
    try {
      await take(item)
      outcome.done += 1
    } catch (error) {
      outcome.refused.push({ name: item.name, why: errorSentence(error) })
    }
  }
  return outcome
}
