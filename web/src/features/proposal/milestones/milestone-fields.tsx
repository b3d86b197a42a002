import { Archive, Plus, Split } from 'lucide-react'
import { MILESTONES_MAX } from '@/api/limits'
import { OneMilestone } from '@/features/proposal/milestones/one-milestone'
import { modelsFor, withModel } from '@/features/proposal/milestones/milestone-models'
import {
  hasRetention,
  swapped,
  withOneMore,
  withoutOne,
  withRetention,
} from '@/features/proposal/milestones/milestone-order'
import {
  distribute,
  restOf,
  type MilestoneDraft,
  type Problems,
  type TermsDraft,
} from '@/features/proposal/terms/terms-draft'
import { difference, formatMoney, ofCents, sumOf } from '@/lib/money'
import { Button } from '@/ui/button'
import { FieldError, fieldId } from '@/ui/field'

type MilestoneFieldsProps = {
  terms: TermsDraft
  onChange: (terms: TermsDraft) => void
  problems: Problems
  category: string
}

/** The parts the value is paid in; without any it is one, when the work is delivered. */
export function MilestoneFields({ terms, onChange, problems, category }: MilestoneFieldsProps) {
  const { milestones } = terms
  const put = (next: MilestoneDraft[]) => onChange({ ...terms, milestones: next })

  function move(at: number, by: 1 | -1) {
    put(swapped(milestones, at, by))
    // A moved element loses the focus; whoever moves by keyboard goes on from there.
    const name = fieldId(`${milestones[at]?.key ?? ''}-${by === 1 ? 'down' : 'up'}`)
    requestAnimationFrame(() => document.getElementById(name)?.focus())
  }

  return (
    <fieldset className="flex flex-col gap-4 rounded border border-line p-4">
      <legend className="px-1 text-sm font-semibold">Marcos</legend>
      <Models terms={terms} onChange={onChange} category={category} />
      <ol aria-label="Marcos da proposta" className="flex flex-col gap-4 empty:hidden">
        {milestones.map((milestone, at) => (
          <OneMilestone
            key={milestone.key}
            milestone={milestone}
            at={at}
            count={milestones.length}
            problems={problems}
            onChange={(next) => put(milestones.map((one) => (one.key === next.key ? next : one)))}
            onMove={(by) => move(at, by)}
            onRemove={() => put(withoutOne(milestones, milestone.key))}
          />
        ))}
      </ol>
      {milestones.length > 0 && <Sum terms={terms} error={problems.milestones?.message} />}
      <Additions terms={terms} onChange={onChange} />
    </fieldset>
  )
}

function Additions({ terms, onChange }: Pick<MilestoneFieldsProps, 'terms' | 'onChange'>) {
  const { milestones } = terms
  const put = (next: MilestoneDraft[]) => onChange({ ...terms, milestones: next })
  const isFull = milestones.length >= MILESTONES_MAX
  return (
    <div className="flex flex-wrap gap-2">
      {!isFull && (
        <Button size="sm" onClick={() => put(withOneMore(milestones))}>
          <Plus className="size-4" aria-hidden />
          Adicionar marco
        </Button>
      )}
      {!isFull && milestones.length > 0 && !hasRetention(milestones) && (
        <Button size="sm" onClick={() => put(withRetention(terms))}>
          <Archive className="size-4" aria-hidden />
          Reter 10% até o as built
        </Button>
      )}
      {milestones.length > 0 && restOf(terms) > 0 && (
        <Button id={fieldId('milestones')} size="sm" onClick={() => onChange(distribute(terms))}>
          <Split className="size-4" aria-hidden />
          Distribuir o restante
        </Button>
      )}
    </div>
  )
}

function Models({ terms, onChange, category }: Omit<MilestoneFieldsProps, 'problems'>) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        Até {MILESTONES_MAX} marcos, cada um com a sua entrega e o seu valor. Sem marcos, tudo na entrega do
        projeto. Um modelo para começar:
      </p>
      <div className="flex flex-wrap gap-2">
        {modelsFor(category).map((model) => (
          <Button
            key={model.name}
            size="sm"
            variant="ghost"
            className="border border-line"
            onClick={() => onChange(withModel(terms, model))}
          >
            {model.name}{' '}
            <span className="figures text-xs text-muted">
              {model.parts.map(([percent]) => percent).join('/')}
            </span>
          </Button>
        ))}
      </div>
    </div>
  )
}

function Sum({ terms, error }: { terms: TermsDraft; error: string | undefined }) {
  const rest = restOf(terms)
  const sum = sumOf(terms.milestones.map(({ value }) => value ?? ofCents(0)))
  const isWhole = rest === 0 && terms.milestones.every(({ value }) => value !== null && value > 0)
  return (
    <div className="flex flex-col gap-1">
      <p role="status" className="text-sm">
        Soma dos marcos: <span className="figures font-medium">{formatMoney(sum)}</span>
        {isWhole && <span className="text-success"> · confere com o valor</span>}
        {rest > 0 && <span className="text-warning"> · faltam {formatMoney(rest)}</span>}
        {rest < 0 && (
          <span className="text-danger"> · sobram {formatMoney(difference(ofCents(0), rest))}</span>
        )}
      </p>
      {error !== undefined && <FieldError>{error}</FieldError>}
    </div>
  )
}
