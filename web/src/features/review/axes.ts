import type { Json } from '@/api/schema'

/** Whom a review is about: each side is rated by what it alone answers for. */
export type Side = 'company' | 'professional'

export const AXES = {
  company: [
    { axis: 'clear_scope', label: 'Escopo claro' },
    { axis: 'site_access', label: 'Acesso à planta' },
    { axis: 'stable_scope', label: 'Estabilidade do escopo' },
    { axis: 'payment', label: 'Pagamento em dia' },
  ],
  professional: [
    { axis: 'technique', label: 'Técnica' },
    { axis: 'deadline', label: 'Prazo' },
    { axis: 'documentation', label: 'Documentação' },
    { axis: 'safety', label: 'Segurança' },
  ],
} as const satisfies Record<Side, readonly { axis: string; label: string }[]>

/** What was said by axis: null where it does not apply, nothing where nothing was said. */
export type Scores = Readonly<Record<string, number | null>>

/** The scores of a review or of a record, as the wire has them. */
export function readScores(axes: Json): Scores {
  if (typeof axes !== 'object' || axes === null || Array.isArray(axes)) return {}
  const scores: Record<string, number | null> = {}
  for (const [axis, score] of Object.entries(axes)) {
    if (typeof score === 'number' || score === null) scores[axis] = score
  }
  return scores
}

/** The axes something was said about, in their order. */
export function labelled(scores: Scores): { axis: string; label: string; score: number | null }[] {
  return [...AXES.company, ...AXES.professional].flatMap(({ axis, label }) => {
    const score = scores[axis]
    return score === undefined ? [] : [{ axis, label, score }]
  })
}
