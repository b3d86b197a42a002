import { BOUNDS, PROPOSAL_VALID_DAYS_MAX } from '@/api/limits'
import { MilestoneFields } from '@/features/proposal/milestones/milestone-fields'
import { dayIn, type Problems, type TermsDraft } from './terms-draft'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'
import { withValue } from '@/features/proposal/milestones/milestone-models'

type TermsFieldsProps = {
  terms: TermsDraft
  onChange: (terms: TermsDraft) => void
  problems: Problems
  /** Of the project: which models of milestones come first. */
  category: string
}

/** Everything a proposal may say beside its value. */
export function TermsFields({ terms, onChange, problems, category }: TermsFieldsProps) {
  const change = (changes: Partial<TermsDraft>) => onChange({ ...terms, ...changes })
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field name="deadline" label="Prazo em dias úteis" error={problems.deadline?.message} optional>
          <Input
            inputMode="numeric"
            maxLength={4}
            className="figures"
            value={terms.deadline}
            onChange={({ target }) => change({ deadline: target.value.trim() })}
          />
        </Field>
        <Field name="validUntil" label="Válida até" error={problems.validUntil?.message}>
          <Input
            type="date"
            min={dayIn(0)}
            max={dayIn(PROPOSAL_VALID_DAYS_MAX)}
            value={terms.validUntil}
            onChange={({ target }) => change({ validUntil: target.value })}
          />
        </Field>
        <Field name="travel" label="Deslocamento à parte" optional>
          <MoneyInput value={terms.travel} onValueChange={(travel) => change({ travel })} />
        </Field>
      </div>
      <MilestoneFields terms={terms} onChange={onChange} problems={problems} category={category} />
      <Field name="assumptions" label="Premissas" hint="O que a empresa fornece ou garante." optional>
        <Textarea
          rows={3}
          maxLength={BOUNDS.proposals.assumptions}
          value={terms.assumptions}
          onChange={({ target }) => change({ assumptions: target.value })}
        />
      </Field>
      <Field name="exclusions" label="Exclusões" hint="O que não está incluso no valor." optional>
        <Textarea
          rows={3}
          maxLength={BOUNDS.proposals.exclusions}
          value={terms.exclusions}
          onChange={({ target }) => change({ exclusions: target.value })}
        />
      </Field>
    </>
  )
}

type ValueFieldProps = {
  terms: TermsDraft
  onChange: (terms: TermsDraft) => void
  error: string | undefined
}

export function ValueField({ terms, onChange, error }: ValueFieldProps) {
  return (
    <Field name="value" label="Valor da Proposta (R$)" error={error}>
      <MoneyInput value={terms.value} onValueChange={(value) => onChange(withValue(terms, value))} />
    </Field>
  )
}
