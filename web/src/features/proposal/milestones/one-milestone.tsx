import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { MILESTONE_DELIVERABLE_CHARACTERS, MILESTONE_TITLE_CHARACTERS } from '@/api/limits'
import { dayIn, type MilestoneDraft, type Problems } from '@/features/proposal/terms/terms-draft'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field, fieldId } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'

type OneMilestoneProps = {
  milestone: MilestoneDraft
  at: number
  count: number
  problems: Problems
  onChange: (milestone: MilestoneDraft) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

export function OneMilestone(props: OneMilestoneProps) {
  const { milestone, at, problems, onChange } = props
  const { key } = milestone
  const change = (changes: Partial<MilestoneDraft>) => onChange({ ...milestone, ...changes })
  return (
    <li className="border-t border-line pt-3 first:border-0 first:pt-0">
      <div role="group" aria-label={`Marco ${at + 1}`} className="flex flex-col gap-3">
        <div className="flex items-center justify-between gap-2">
          <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
            Marco {at + 1}
            {milestone.isRetention && <Badge>Retenção</Badge>}
          </p>
          <Arrange {...props} />
        </div>
        <Field name={`${key}-title`} label="Título" error={problems[`${key}-title`]?.message}>
          <Input
            maxLength={MILESTONE_TITLE_CHARACTERS}
            value={milestone.title}
            onChange={({ target }) => change({ title: target.value })}
          />
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field name={`${key}-value`} label="Valor (R$)" error={problems[`${key}-value`]?.message}>
            <MoneyInput value={milestone.value} onValueChange={(value) => change({ value })} />
          </Field>
          <Field name={`${key}-due`} label="Data" error={problems[`${key}-due`]?.message} optional>
            <Input
              type="date"
              min={dayIn(0)}
              value={milestone.dueOn}
              onChange={({ target }) => change({ dueOn: target.value })}
            />
          </Field>
        </div>
        <Field
          name={`${key}-deliverable`}
          label="O que é entregue"
          error={problems[`${key}-deliverable`]?.message}
          optional
        >
          <Textarea
            rows={2}
            maxLength={MILESTONE_DELIVERABLE_CHARACTERS}
            value={milestone.deliverable}
            onChange={({ target }) => change({ deliverable: target.value })}
          />
        </Field>
        <Conditions {...props} />
      </div>
    </li>
  )
}

/** How it is accepted, where it is not as the others are: only the last of several is kept back. */
function Conditions({ milestone, at, count, onChange }: OneMilestoneProps) {
  const { key, isRetention, waitsForTac } = milestone
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        name={`${key}-tac`}
        checked={waitsForTac}
        onCheckedChange={(checked) => onChange({ ...milestone, waitsForTac: checked === true })}
        label="Aceite por TAC (o prazo começa no TAC executado)"
      />
      {count > 1 && at === count - 1 && (
        <Checkbox
          name={`${key}-retention`}
          checked={isRetention}
          onCheckedChange={(checked) => onChange({ ...milestone, isRetention: checked === true })}
          label="Retenção: fica para o fim, até a documentação as built"
        />
      )}
    </div>
  )
}

function Arrange({ milestone: { key }, at, count, onMove, onRemove }: OneMilestoneProps) {
  return (
    <div className="flex gap-1">
      <Button
        id={fieldId(`${key}-up`)}
        variant="ghost"
        size="icon-sm"
        aria-label={`Subir marco ${at + 1}`}
        aria-disabled={at === 0}
        onClick={() => at > 0 && onMove(-1)}
      >
        <ArrowUp className="size-4" aria-hidden />
      </Button>
      <Button
        id={fieldId(`${key}-down`)}
        variant="ghost"
        size="icon-sm"
        aria-label={`Descer marco ${at + 1}`}
        aria-disabled={at === count - 1}
        onClick={() => at < count - 1 && onMove(1)}
      >
        <ArrowDown className="size-4" aria-hidden />
      </Button>
      <Button variant="ghost" size="icon-sm" aria-label={`Remover marco ${at + 1}`} onClick={onRemove}>
        <Trash2 className="size-4" aria-hidden />
      </Button>
    </div>
  )
}
