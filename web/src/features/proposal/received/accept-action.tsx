import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorSentence, toApiError } from '@/api/errors'
import { SilenceNote } from '@/features/proposal/silence-note'
import { proposalStep, STEPS } from '@/features/proposal/steps'
import {
  deadlineText,
  milestoneCount,
  milestonesOf,
  readNegotiated,
  RETENTION_WORDS,
  TAC_WORDS,
  totalOf,
  type Terms,
} from '@/features/proposal/terms/terms'
import { formatMoney } from '@/lib/money'
import { paths } from '@/lib/paths'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { toast } from '@/lib/toast'

type Read = Terms & { terms: number }

type AcceptActionProps = {
  proposal: Read & { id: string }
  /** Of the project. */
  title: string
  professional: string
  size?: 'sm' | 'md'
}

/** Hires on the terms that were read: what changed in between is shown, and asked about again. */
export function AcceptAction({ proposal, title, professional, size = 'md' }: AcceptActionProps) {
  const [keepOthers, setKeepOthers] = useState(false)
  const { asked, isAgain, isPending, ask, close, accept } = useAcceptance(proposal, professional)
  return (
    <>
      <Button size={size} loading={isPending} onClick={ask}>
        <Check className="size-4" aria-hidden />
        Aceitar proposta
      </Button>
      {asked !== undefined && (
        <AlertDialog
          open
          onOpenChange={(open) => !open && close()}
          title={`Aceitar a proposta de ${professional}?`}
          description={
            keepOthers
              ? 'O projeto passa a em andamento e a conversa com o profissional é aberta. As outras propostas esperam: se este contrato terminar antes do início, elas voltam.'
              : 'O projeto passa a em andamento, as outras propostas são recusadas com um agradecimento e a conversa com o profissional é aberta.'
          }
          confirmLabel="Aceitar proposta"
          onConfirm={() => accept(asked, keepOthers)}
        >
          {isAgain && (
            <p role="alert" className="mb-3 rounded bg-warning-soft p-3 text-sm text-warning">
              A proposta mudou depois que você a leu. Confira os termos atuais antes de aceitar.
            </p>
          )}
          <Repeated terms={asked} title={title} />
          <SilenceNote side="company" />
          <Checkbox
            className="mt-4"
            name={`keep-others-${proposal.id}`}
            checked={keepOthers}
            onCheckedChange={(checked) => setKeepOthers(checked === true)}
            label="Manter as outras em espera até o início do trabalho"
          />
        </AlertDialog>
      )}
    </>
  )
}

/** The terms are those of the moment the question was put, whatever arrives while it is on the screen. */
function useAcceptance(proposal: AcceptActionProps['proposal'], professional: string) {
  const [asked, setAsked] = useState<Read>()
  const [isAgain, setIsAgain] = useState(false)
  const step = useMutation(proposalStep(useQueryClient(), STEPS.accept))
  const navigate = useNavigate()

  async function accept({ terms }: Read, keep_others: boolean): Promise<void> {
    try {
      const { contract_id } = await step.mutateAsync({ proposal_id: proposal.id, terms, keep_others })
      toast({
        title: 'Proposta aceita!',
        description: `Avisamos ${professional}. Bom trabalho!`,
        action: { label: 'Ver contrato', onClick: () => void navigate(paths.contract(contract_id)) },
      })
    } catch (error) {
      if (toApiError(error).code === 'proposal_changed') await askAgain()
      else toast({ variant: 'destructive', title: 'Proposta não aceita', description: errorSentence(error) })
    }
  }

  async function askAgain(): Promise<void> {
    try {
      setAsked(await readNegotiated(proposal.id))
      setIsAgain(true)
    } catch (error) {
      toast({ variant: 'destructive', title: 'Proposta não aceita', description: errorSentence(error) })
    }
  }

  return {
    asked,
    isAgain,
    isPending: step.isPending,
    ask: () => {
      setAsked(proposal)
      setIsAgain(false)
    },
    close: () => setAsked(undefined),
    accept: (read: Read, keepOthers: boolean) => void accept(read, keepOthers),
  }
}

function Repeated({ terms, title }: { terms: Read; title: string }) {
  const milestones = milestonesOf(terms)
  const facts: { name: string; value: string; isFigure?: boolean }[] = [
    { name: 'Projeto', value: title },
    { name: 'Total a pagar', value: formatMoney(totalOf(terms)), isFigure: true },
    { name: 'Prazo', value: deadlineText(terms.deadline_days) },
    { name: 'Marcos', value: milestoneCount(milestones) },
    ...milestones.flatMap(({ isRetention, waitsForTac }, at) => {
      const said = [isRetention && RETENTION_WORDS, waitsForTac && TAC_WORDS].filter((one) => one !== false)
      return said.length === 0 ? [] : { name: `Marco ${String(at + 1)}`, value: said.join('; ') }
    }),
  ]
  return (
    <dl className="mb-4 flex flex-col gap-1 rounded bg-sunken p-3 text-sm">
      {facts.map(({ name, value, isFigure = false }) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd
            className={
              isFigure ? 'figures text-right font-medium' : 'min-w-0 text-right font-medium break-words'
            }
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
