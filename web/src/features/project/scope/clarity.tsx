import { fieldId } from '@/ui/field'
import { Progress } from '@/ui/progress'

export type Missing = { field: string; title: string; why: string }

type ClarityProps = {
  /** From 0 to 100. */
  percent: number
  missing: readonly Missing[]
  /** Leads to a field of the form; without it the facts are text. */
  onAnswer?: (field: string) => void
}

/** How clear a scope is, and which facts would make it clearer, with the reason of each. */
export function Clarity({ percent, missing, onAnswer }: ClarityProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm font-medium">Clareza do escopo</p>
      <Progress value={percent / 100} label="Clareza do escopo" />
      {missing.length > 0 && (
        <ul className="flex flex-col gap-2 text-sm">
          {missing.map(({ field, title, why }) => (
            <li key={field} className="flex flex-col">
              {onAnswer === undefined ? (
                <span className="font-medium">Falta: {title}</span>
              ) : (
                <button
                  type="button"
                  className="min-h-6 self-start text-left font-medium underline underline-offset-2"
                  onClick={() => onAnswer(field)}
                >
                  Falta: {title}
                </button>
              )}
              <span className="text-muted">{why}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The place of a field in the form, by which it is found. */
export function placeOfField(name: string): string {
  return fieldId(`escopo-${name}-lugar`)
}
