import { useState, type ReactNode, type SubmitEvent } from 'react'
import { BOUNDS } from '@/api/limits'
import { EvidencePicker } from '@/features/dispute/evidence-picker'
import type { Dispute } from '@/features/dispute/queries'
import type { Shown } from '@/features/dispute/steps'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { useTextDraft } from '@/ui/use-draft'

type StatementFormProps = {
  dispute: Dispute
  personId: string
  partnerId: string | undefined
  label: string
  submitLabel: string
  loading: boolean
  isPrimary?: boolean
  onSend: (said: { statement: string; evidence: Shown[] }) => Promise<unknown>
  /** Other ways out, beside the button. */
  children?: ReactNode
}

/** What a side says, with what it shows; the text is kept until it is sent. */
export function StatementForm({ dispute, personId, partnerId, onSend, ...props }: StatementFormProps) {
  const [text, setText] = useTextDraft(`disputa:${dispute.id}`)
  const [evidence, setEvidence] = useState<Shown[]>([])
  const [wasRefused, setWasRefused] = useState(false)

  async function send(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (text.trim() === '') return
    await onSend({ statement: text.trim(), evidence })
    setText('')
    setEvidence([])
    setWasRefused(false)
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void send(event).catch(() => undefined)}
    >
      <Field
        name="statement"
        label={props.label}
        hint="A outra parte e, se chamada, a administração leem o que você escrever. Fica registrado."
        error={wasRefused && text.trim() === '' ? 'Escreva o que aconteceu.' : undefined}
      >
        <Textarea
          rows={5}
          maxLength={BOUNDS.dispute_entries.content}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <EvidencePicker
        dispute={dispute}
        personId={personId}
        partnerId={partnerId}
        chosen={evidence}
        onChosen={setEvidence}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={props.isPrimary === true ? 'primary' : 'secondary'}
          loading={props.loading}
        >
          {props.submitLabel}
        </Button>
        {props.children}
      </div>
    </form>
  )
}
