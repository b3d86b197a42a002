import { withValue } from '@/features/proposal/milestones/milestone-models'
import type { TermsDraft } from '@/features/proposal/terms/terms-draft'
import { Field } from '@/ui/field'
import { MoneyInput } from '@/ui/money-input'

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
