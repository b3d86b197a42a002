/** The list with one entry at another place; as it was where there is no such place. */
export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const rest = entries.toSpliced(from, 1)
  const isInside = from in entries && to in entries
  return isInside ? rest.toSpliced(to, 0, ...entries.slice(from, from + 1)) : [...entries]
}
