import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { useRef, useState, type ComponentProps, type SubmitEvent } from 'react'
import { usePriceSentence } from '@/api/directory/reference-prices'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { farFrom, type Budget } from '@/features/proposal/propose/budget'
import { FeeSummary, BudgetWarning } from './fee-summary'
import { sendProposal } from '@/features/proposal/queries'
import { SilenceNote } from '@/features/proposal/silence-note'
import {
  partsOf,
  problemsOf,
  travelOf,
  wireOf,
  type Problems,
  type TermsDraft,
} from '@/features/proposal/terms/terms-draft'
import { useProposalDraft, TermsFields, ValueField } from '@/features/proposal/terms/terms-fields'
import { reportOutcome } from '@/lib/timing'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, focusHeading } from '@/ui/dialog'
import { ErrorSummary } from '@/ui/error-summary'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { toast } from '@/lib/toast'

/** What the form has to know of a project. */
export type Wanted = {
  id: string
  title: string
  category: string
  state: string | null
  scope_clarity: number | null
  scope_model: string
} & Budget

type ProposalDialogProps = {
  project: Wanted
  professionalId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ProposalDialog({ project, professionalId, open, onOpenChange }: ProposalDialogProps) {
  const wasSent = useRef(false)

  function close() {
    wasSent.current = true
    onOpenChange(false)
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Enviar Proposta"
        description={project.title}
        className="max-w-2xl"
        onCloseAutoFocus={(event) => {
          if (!wasSent.current) return
          // The button that opened it gives way to what was sent.
          event.preventDefault()
          focusHeading()
        }}
      >
        <ProposalForm project={project} professionalId={professionalId} onSent={close} />
      </DialogContent>
    </Dialog>
  )
}

const MISSING = {
  variant: 'destructive',
  title: 'Campos obrigatórios',
  description: 'Por favor, preencha a carta de apresentação e o valor da proposta.',
} as const

type ProposalFormProps = Omit<ProposalDialogProps, 'open' | 'onOpenChange'> & { onSent: () => void }

function ProposalForm(then: ProposalFormProps) {
  const { letter, setLetter, terms, setTerms, clear } = useProposalDraft(then.project.id, then.professionalId)
  const [submitCount, setSubmitCount] = useState(0)
  const [isDoubted, setIsDoubted] = useState(false)
  const far = isDoubted ? farFrom(then.project, terms.value) : undefined
  const { send, isSending } = useSending({ ...then, onSent: sent })
  const problems = submitCount === 0 ? {} : allProblems(letter, terms)

  function sent() {
    clear()
    then.onSent()
  }

  function change(next: TermsDraft) {
    if (next.value !== terms.value) setIsDoubted(false)
    setTerms(next)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setSubmitCount(submitCount + 1)
    const found = allProblems(letter, terms)
    if (found.cover_letter !== undefined || found.value !== undefined) toast(MISSING)
    else if (Object.keys(found).length > 0) return
    else if (!isDoubted && farFrom(then.project, terms.value) !== undefined) setIsDoubted(true)
    else send({ cover_letter: letter.trim(), ...wireOf(terms) })
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {terms.isDetailed && <ErrorSummary errors={problems} submitCount={submitCount} />}
      <LetterField letter={letter} onChange={setLetter} error={problems.cover_letter?.message} />
      <ValueField terms={terms} onChange={change} error={problems.value?.message} />
      <ReferencePrice project={then.project} />
      <Details terms={terms} onChange={change} problems={problems} category={then.project.category} />
      {terms.value !== null && terms.value > 0 && (
        <FeeSummary
          parts={partsOf(terms)}
          travel={travelOf(terms)}
          onValueChange={(value) => change({ ...terms, value })}
        />
      )}
      {far !== undefined && terms.value !== null && (
        <BudgetWarning budget={then.project} value={terms.value} far={far} />
      )}
      <SilenceNote side="professional" />
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={isSending}>
          {far === undefined ? 'Enviar Proposta' : 'Enviar mesmo assim'}
        </Button>
      </DialogActions>
    </form>
  )
}

/** What similar projects cost, if their scopes follow a model. */
function ReferencePrice({ project }: { project: Wanted }) {
  const sentence = usePriceSentence(
    project.scope_clarity === null ? undefined : project.scope_model,
    project.state ?? '',
  )
  return sentence === undefined ? null : <p className="-mt-3 text-sm text-muted">{sentence}</p>
}

function allProblems(letter: string, terms: TermsDraft): Problems {
  const found = problemsOf(terms)
  return letter.trim() === ''
    ? { cover_letter: { message: 'Escreva a carta de apresentação' }, ...found }
    : found
}

type LetterFieldProps = { letter: string; onChange: (letter: string) => void; error: string | undefined }

function LetterField({ letter, onChange, error }: LetterFieldProps) {
  return (
    <Field
      name="cover_letter"
      label="Carta de Apresentação"
      hint="Experiência parecida, como pretende fazer e o que está incluso."
      error={error}
    >
      <Textarea
        rows={7}
        maxLength={BOUNDS.proposals.cover_letter}
        value={letter}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

/** The plain proposal stays the usual one; what is written here is kept when it is closed again, and not sent. */
function Details(props: ComponentProps<typeof TermsFields>) {
  const { terms, onChange } = props
  const { isDetailed } = terms
  return (
    <>
      <Button
        className="self-start"
        aria-expanded={isDetailed}
        onClick={() => onChange({ ...terms, isDetailed: !isDetailed })}
      >
        <ListPlus className="size-4" aria-hidden />
        {isDetailed ? 'Voltar à proposta simples' : 'Detalhar proposta'}
      </Button>
      {isDetailed && <TermsFields {...props} />}
    </>
  )
}

function useSending({ project, professionalId, onSent }: ProposalFormProps) {
  const { mutateAsync, isPending } = useMutation(sendProposal(useQueryClient()))

  function send(proposal: { cover_letter: string } & ReturnType<typeof wireOf>) {
    reportOutcome(
      mutateAsync({
        ...proposal,
        project_id: project.id,
        professional_id: professionalId,
        status: 'pending',
      }),
      {
        onSuccess: () => {
          toast({
            title: 'Proposta Enviada!',
            description: 'Sua proposta foi enviada para a empresa. Boa sorte!',
          })
          onSent()
        },
        onError: (error) =>
          toast({ variant: 'destructive', title: 'Proposta não enviada', description: errorSentence(error) }),
      },
    )
  }

  return { send, isSending: isPending }
}
