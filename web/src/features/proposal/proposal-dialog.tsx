import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { farFrom, type Budget } from '@/features/proposal/budget'
import { BudgetWarning } from '@/features/proposal/budget-warning'
import { sendProposal } from '@/features/proposal/queries'
import { useProposalDraft } from '@/features/proposal/use-proposal-draft'
import { toDecimal, type Money } from '@/lib/money'
import { settle } from '@/lib/settle'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { MoneyInput } from '@/ui/money-input'
import { Textarea } from '@/ui/textarea'
import { toast } from '@/ui/toast'

type ProposalDialogProps = {
  project: { id: string; title: string } & Budget
  professionalId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ProposalDialog({ project, professionalId, open, onOpenChange }: ProposalDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Enviar Proposta" description={project.title}>
        <ProposalForm project={project} professionalId={professionalId} onSent={() => onOpenChange(false)} />
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
  const { letter, setLetter, value, setValue, clear } = useProposalDraft(then.project.id, then.professionalId)
  const [wasRefused, setWasRefused] = useState(false)
  const [isDoubted, setIsDoubted] = useState(false)
  const far = isDoubted ? farFrom(then.project, value) : undefined
  const { send, isSending } = useSending({ ...then, onSent: sent })
  const letterError = wasRefused && letter.trim() === '' ? 'Escreva a carta de apresentação' : undefined
  const valueError = wasRefused && !isAmount(value) ? 'Informe o valor em reais' : undefined

  function sent() {
    clear()
    then.onSent()
  }

  function change(next: Money | null) {
    setValue(next)
    setIsDoubted(false)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (letter.trim() === '' || !isAmount(value)) {
      toast(MISSING)
      return
    }
    if (!isDoubted && farFrom(then.project, value) !== undefined) setIsDoubted(true)
    else send({ cover_letter: letter.trim(), value })
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <Field
        name="cover_letter"
        label="Carta de Apresentação"
        hint="Experiência parecida, como pretende fazer e o que está incluso."
        error={letterError}
      >
        <Textarea
          rows={7}
          maxLength={BOUNDS.proposals.cover_letter}
          value={letter}
          onChange={(event) => setLetter(event.target.value)}
        />
      </Field>
      <Field name="value" label="Valor da Proposta (R$)" error={valueError}>
        <MoneyInput value={value} onValueChange={change} />
      </Field>
      {far !== undefined && value !== null && <BudgetWarning budget={then.project} value={value} far={far} />}
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

function isAmount(value: Money | null): value is Money {
  return value !== null && value > 0
}

function useSending({ project, professionalId, onSent }: ProposalFormProps) {
  const { mutateAsync, isPending } = useMutation(sendProposal(useQueryClient()))

  function send(proposal: { cover_letter: string; value: Money }) {
    const row = { ...proposal, value: toDecimal(proposal.value) }
    settle(
      mutateAsync({ ...row, project_id: project.id, professional_id: professionalId, status: 'pending' }),
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
