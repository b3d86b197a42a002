import type { Json } from '@/api/schema'

/** What earns points of a match, or misses them. */
export type Fact = { kind: string; text: string; points: number }

/** A score of 0 to 100 with what it is made of. Reasons make the score, gaps the rest. */
export type Match = { id: string; score: number; reasons: Fact[]; gaps: Fact[] }

type MatchRow = { id: string; score: number; reasons: Json; gaps: Json }

/** A match as the server answers it. */
export function readMatch({ id, score, reasons, gaps }: MatchRow): Match {
  return { id, score, reasons: readFacts(reasons), gaps: readFacts(gaps) }
}

/** Facts in their order; two of the same words are one. */
function readFacts(facts: Json): Fact[] {
  const read = new Map<string, Fact>()
  for (const fact of Array.isArray(facts) ? facts : []) {
    if (fact === null || typeof fact !== 'object' || Array.isArray(fact)) continue
    const { kind, text, points } = fact
    if (typeof kind !== 'string' || typeof text !== 'string' || typeof points !== 'number') continue
    read.set(text, { kind, text, points: points + (read.get(text)?.points ?? 0) })
  }
  return [...read.values()]
}

/** The facts that weigh most, in the order in which they are told. */
export function weightiest(facts: readonly Fact[], max: number): Fact[] {
  const chosen = new Set(facts.toSorted((a, b) => b.points - a.points).slice(0, max))
  return facts.filter((fact) => chosen.has(fact))
}

/** The points that a match earns by one criterion. */
export function earnedBy(match: Match, kind: string): number {
  return match.reasons.reduce((sum, fact) => (fact.kind === kind ? sum + fact.points : sum), 0)
}
