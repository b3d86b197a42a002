import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { SilenceNote } from '@/features/proposal/silence-note'
import { proposalStep } from '@/features/proposal/steps'
import type { Terms } from '@/features/proposal/terms/terms'
import { problemsOf, revisionOf } from './terms-draft'
import { useTermsDraft, TermsFields, ValueField } from './terms-fields'
import { KINDS, type TermsKind } from '@/features/proposal/terms/terms-kinds'
import { reportOutcome } from '@/lib/timing'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent } from '@/ui/dialog'
import { ErrorSummary } from '@/ui/error-summary'
import { Field, FieldError } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { toast } from '@/lib/toast'

type TermsDialogProps = {
  kind: TermsKind
  /** The terms that are written upon: what came in between is refused. */
  about: { proposal_id: string; terms: number }
  from: Terms
  onClose: () => void
}

export function TermsDialog({ kind, onClose, ...props }: TermsDialogProps) {
  const { title, description } = KINDS[kind]
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={description} className="max-w-2xl">
        <TermsForm kind={kind} onClose={onClose} {...props} />
      </DialogContent>
    </Dialog>
  )
}

function TermsForm({ kind, about, from, onClose }: TermsDialogProps) {
  // What was on the screen when the form opened, whatever comes after.
  const [upon] = useState(about)
  const { terms, setTerms, note, setNote, wasKept, clear } = useTermsDraft(kind, upon, from)
  const [submitCount, setSubmitCount] = useState(0)
  const step = useMutation(proposalStep(useQueryClient(), KINDS[kind].take))
  const problems = submitCount === 0 ? {} : problemsOf(terms)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setSubmitCount(submitCount + 1)
    if (Object.keys(problemsOf(terms)).length > 0) return
    reportOutcome(step.mutateAsync({ ...upon, ...revisionOf(terms), note: note.trim() }), {
      onSuccess: () => {
        toast(KINDS[kind].done)
        clear()
        onClose()
      },
      onError: (error) =>
        toast({ variant: 'destructive', title: KINDS[kind].refused, description: errorSentence(error) }),
    })
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <ErrorSummary errors={problems} submitCount={submitCount} />
      {step.isError && (
        <div role="alert">
          <FieldError>{errorSentence(step.error)}</FieldError>
        </div>
      )}
      {wasKept && <KeptNote onDiscard={clear} />}
      <ValueField terms={terms} onChange={setTerms} error={problems.value?.message} />
      <TermsFields terms={terms} onChange={setTerms} problems={problems} category="" />
      <Field name="note" label="Comentário" hint="O outro lado lê junto com os termos." optional>
        <Textarea
          rows={3}
          maxLength={BOUNDS.proposal_terms.note}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      <SilenceNote side={kind === 'counter' ? 'company' : 'professional'} />
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={step.isPending}>
          {KINDS[kind].send}
        </Button>
      </DialogActions>
    </form>
  )
}

function KeptNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded bg-sunken px-3 py-2 text-sm">
      <p role="status">O que você escreveu antes está aqui.</p>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Começar dos termos atuais
      </Button>
    </div>
  )
}
