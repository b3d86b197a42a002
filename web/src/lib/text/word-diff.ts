/** A stretch of text, and the versions that contain it. */
export type Stretch = { kind: 'same' | 'removed' | 'added'; text: string }

/** A word with the blanks after it, which do not count as a difference. */
type Word = { bare: string; text: string }

/** Beyond this number of comparisons the changed middle is one single change. */
const COMPARISONS_MAX = 4_000_000

/** The words to remove from one text and to insert in order to get the other. */
export function wordDiff(before: string, after: string): Stretch[] {
  const from = wordsOf(before)
  const to = wordsOf(after)
  const start = commonStart(from, to)
  const end = commonStart(from.slice(start).reverse(), to.slice(start).reverse())
  return joined([
    ...asStretches('same', to.slice(0, start)),
    ...changed(from.slice(start, from.length - end), to.slice(start, to.length - end)),
    ...asStretches('same', to.slice(to.length - end)),
  ])
}

function wordsOf(text: string): Word[] {
  return (text.match(/\S+\s*/g) ?? []).map((word) => ({ bare: word.trimEnd(), text: word }))
}

function commonStart(from: readonly Word[], to: readonly Word[]): number {
  const differs = from.findIndex((word, at) => word.bare !== to[at]?.bare)
  return differs === -1 ? from.length : differs
}

function changed(from: readonly Word[], to: readonly Word[]): Stretch[] {
  if (from.length * to.length > COMPARISONS_MAX)
    return [...asStretches('removed', from), ...asStretches('added', to)]
  const common = commonLengths(from, to)
  const found: Stretch[] = []
  let i = 0
  let j = 0
  for (;;) {
    const [old, next] = [from[i], to[j]]
    if (old === undefined) return [...found, ...asStretches('added', to.slice(j))]
    if (next === undefined) return [...found, ...asStretches('removed', from.slice(i))]
    if (old.bare === next.bare) {
      found.push({ kind: 'same', text: next.text })
      i += 1
      j += 1
    } else if (common(i + 1, j) >= common(i, j + 1)) {
      found.push({ kind: 'removed', text: old.text })
      i += 1
    } else {
      found.push({ kind: 'added', text: next.text })
      j += 1
    }
  }
}

/** The length of the longest common subsequence of the rests of both, from i and from j on. */
function commonLengths(from: readonly Word[], to: readonly Word[]) {
  const width = to.length + 1
  const table = new Uint16Array((from.length + 1) * width)
  const at = (i: number, j: number) => table[i * width + j] ?? 0
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      const isSame = from[i]?.bare === to[j]?.bare
      table[i * width + j] = isSame ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  return at
}

function asStretches(kind: Stretch['kind'], words: readonly Word[]): Stretch[] {
  return words.map(({ text }) => ({ kind, text }))
}

/** Merges adjacent stretches of one kind. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = []
  for (const stretch of stretches) {
    const last = result.at(-1)
    if (last?.kind === stretch.kind) result[result.length - 1] = { ...last, text: last.text + stretch.text }
    else result.push(stretch)
  }
  return result
}
