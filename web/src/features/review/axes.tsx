import { AxisInput } from '@/ui/rating'
import type { Json } from '@/api/schema'

/** The side that a review is about; each side has its own axes. */
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

/** The score by axis: null when it does not apply, absent when it was left out. */
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

/** The axes with a score, in their order. */
function labelled(scores: Scores): { axis: string; label: string; score: number | null }[] {
  return [...AXES.company, ...AXES.professional].flatMap(({ axis, label }) => {
    const score = scores[axis]
    return score === undefined ? [] : [{ axis, label, score }]
  })
}

type AxisFieldsProps = {
  about: Side
  scores: Scores
  onScoresChange: (scores: Scores) => void
}

/** The optional scores by the axes of one side. */
export function AxisFields({ about, scores, onScoresChange }: AxisFieldsProps) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">
        Por critério <span className="font-normal text-muted">(opcional)</span>
      </legend>
      <div className="mt-1.5 divide-y divide-line border-y border-line">
        {AXES[about].map(({ axis, label }) => (
          <AxisInput
            key={axis}
            name={axis}
            legend={label}
            value={scores[axis]}
            onValueChange={(score) => onScoresChange({ ...scores, [axis]: score })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The scores of a review by axis, in one line; nothing without scores. */
export function ReviewScores({ axes }: { axes: Json }) {
  const scores = labelled(readScores(axes))
  if (scores.length === 0) return null
  return (
    <dl aria-label="Por critério" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {scores.map(({ axis, label, score }) => (
        <div key={axis} className="flex gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className={score === null ? 'text-muted' : 'figures font-medium'}>
            {score ?? 'não se aplica'}
            {score !== null && <span className="sr-only"> de 5</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
