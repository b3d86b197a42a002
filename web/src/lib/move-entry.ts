/** A copy of the list with one entry moved; unchanged if a position is out of range. */
export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const rest = entries.toSpliced(from, 1)
  const isInside = from in entries && to in entries
  return isInside ? rest.toSpliced(to, 0, ...entries.slice(from, from + 1)) : [...entries]
}
