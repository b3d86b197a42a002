import type { Json } from '@/api/schema'
import { labelled, readScores } from '@/features/review/axes'

/** What a review says by axis, in one line; nothing when it says nothing. */
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
