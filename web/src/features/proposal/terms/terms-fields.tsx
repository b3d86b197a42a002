import { useState } from 'react'
import { BOUNDS, PROPOSAL_VALID_DAYS_MAX } from '@/api/limits'
import { useSession } from '@/api/session/session'
import { MilestoneFields } from '@/features/proposal/milestones/milestone-fields'
import { withValue } from '@/features/proposal/milestones/milestone-models'
import type { Terms } from '@/features/proposal/terms/terms'
import {
  draftOf,
  readTerms,
  dayIn,
  type TermsDraft,
  type Problems,
} from '@/features/proposal/terms/terms-draft'
import type { TermsKind } from '@/features/proposal/terms/terms-kinds'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'
import { useTextDraft } from '@/ui/use-draft'

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

type About = { proposal_id: string; terms: number }

/** The draft of new terms. It belongs to the version it started from; a later version starts a new draft. */
export function useTermsDraft(kind: TermsKind, about: About, from: Terms) {
  const state = useSession()
  const person = state.status === 'signed-in' ? state.profile.id : ''
  const name = `termos-${about.proposal_id}:${about.terms}:${kind}:${person}`
  const [kept, keep] = useTextDraft(`${name}:termos`)
  const [note, setNote] = useTextDraft(`${name}:comentario`)
  const [wasKept] = useState(kept !== '' || note !== '')
  return {
    terms: kept === '' ? draftOf(from) : readTerms(kept),
    setTerms: (terms: TermsDraft) => keep(JSON.stringify(terms)),
    note,
    setNote,
    /** Whether the form opened with what was written before. */
    wasKept,
    clear: () => {
      keep('')
      setNote('')
    },
  }
}

/** The draft of an unsent proposal; it survives closing the dialog and the page. */
export function useProposalDraft(projectId: string, professionalId: string) {
  const state = useSession()
  const person = state.status === 'signed-in' ? state.profile.id : ''
  const name = `proposta-${projectId}:${professionalId}:${person}`
  const [letter, setLetter] = useTextDraft(`${name}:carta`)
  const [kept, keep] = useTextDraft(`${name}:termos`)
  return {
    letter,
    setLetter,
    terms: readTerms(kept),
    setTerms: (terms: TermsDraft) => keep(JSON.stringify(terms)),
    clear: () => {
      setLetter('')
      keep('')
    },
  }
}
