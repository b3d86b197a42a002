import { ListChecks, Scale } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BOUNDS, DISPUTE_ANSWER_DAYS } from '@/api/limits'
import { ShareSlider } from '@/features/dispute/shares'
import { STEPS, useStep, type Shown } from '@/features/dispute/steps'
import { paths } from '@/lib/paths'
import type { Money } from '@/lib/money'
import { Button } from '@/ui/button'
import { Dialog, DialogContent, DialogTrigger } from '@/ui/dialog'
import { ReasonActions, ReasonForm } from '@/ui/reason-dialog'
import { useTextDraft } from '@/ui/use-draft'

type Disputable = {
  id: string
  position: number
  title: string
  status: string
  value_cents: Money
  held_cents: Money
}

/** What a dispute begins with when it is about one thing: in words, and what is shown with them. */
export type Quoted = { id: string; text: string; shown: Shown; shownAs: string }

type DisputeActionProps = {
  contractId: string
  milestone: Disputable
  label?: string
  quoted?: Quoted | undefined
}

const DISPUTABLE = ['funded', 'delivered', 'adjusting']

/** The way to disagree about a milestone, where there is one. */
export function DisputeAction({ label = 'Abrir disputa', ...about }: DisputeActionProps) {
  const { milestone } = about
  const [isOpen, setIsOpen] = useState(false)
  if (!DISPUTABLE.includes(milestone.status)) return null
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost">
          <Scale className="size-4" aria-hidden />
          {label}
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Abrir disputa"
        description={`Marco ${String(milestone.position)}, ${milestone.title}. A outra parte tem ${String(DISPUTE_ANSWER_DAYS)} dias úteis para responder; sem resposta, vale o que você pedir. O prazo de aceite fica parado.`}
      >
        <OpenForm {...about} />
      </DialogContent>
    </Dialog>
  )
}

type OpenFormProps = Omit<DisputeActionProps, 'label'>

/** What is wrong: kept until it is sent, and what is quoted stands there to begin with. */
function useReason({ milestone, quoted }: OpenFormProps) {
  const [kept, keep] = useTextDraft(`disputa:${milestone.id}${quoted === undefined ? '' : `:${quoted.id}`}`)
  const [isTouched, setIsTouched] = useState(false)
  const reason = kept === '' && !isTouched ? (quoted?.text ?? '') : kept
  const setReason = (text: string) => {
    setIsTouched(true)
    keep(text)
  }
  return [reason, setReason] as const
}

function OpenForm(about: OpenFormProps) {
  const { contractId, milestone, quoted } = about
  const navigate = useNavigate()
  const kept = useReason(about)
  const [percent, setPercent] = useState(50)
  const open = useStep(STEPS.open, 'Disputa aberta')
  const value = milestone.held_cents > 0 ? milestone.held_cents : milestone.value_cents

  async function send(reason: string) {
    const opened = await open.run({
      milestone_id: milestone.id,
      reason,
      professional_percent: percent,
      ...(quoted !== undefined && { evidence: [quoted.shown] }),
    })
    kept[1]('')
    await navigate(paths.dispute(contractId, opened.id))
  }

  return (
    <ReasonForm
      label="O que não está de acordo"
      hint="A outra parte lê. Provas podem ser juntadas depois, na página da disputa."
      maxLength={BOUNDS.contract_events.reason}
      kept={kept}
      actions={<ReasonActions confirmLabel="Abrir disputa" loading={open.isPending} />}
      onConfirm={(reason) => void send(reason).catch(() => undefined)}
    >
      {quoted !== undefined && (
        <p className="flex items-start gap-2 rounded bg-sunken p-3 text-sm">
          <ListChecks className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
          Vai junto como prova: {quoted.shownAs}, como está agora.
        </p>
      )}
      <ShareSlider value={value} percent={percent} onPercent={setPercent} />
    </ReasonForm>
  )
}
