import { useState } from 'react'
import { errorSentence } from '@/api/errors'

/** Something that several may be chosen of. */
export type Choice = { id: string; name: string }
export type Outcome = { done: number; refused: { name: string; why: string }[] }

/** What is chosen of a list; what is no longer shown is chosen no more. */
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
 * Takes one step of each, one after another: each has its own entry in the log,
 * and one that is refused keeps no other from being taken.
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
