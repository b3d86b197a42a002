import { AXES, type Scores, type Side } from '@/features/review/axes'
import { AxisInput } from '@/ui/rating'

type AxisFieldsProps = {
  about: Side
  scores: Scores
  onScoresChange: (scores: Scores) => void
}

/** What went well and what did not, by the axes of one side; all of it may be left out. */
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
