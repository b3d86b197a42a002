import { useQuery } from '@tanstack/react-query'
import { ListChecks, Scale } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { BOUNDS, DISPUTE_ANSWER_DAYS } from '@/api/limits'
import { contractDisputesQuery } from '@/features/dispute/queries'
import { ShareSlider } from '@/features/dispute/shares'
import { STEPS, useStep, type Shown } from '@/features/dispute/steps'
import { LOOKS } from '@/features/dispute/text'
import { formatDistance } from '@/lib/format'
import type { Money } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
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

type DisputeNoticeProps = { contractId: string; milestoneId: string }

/** The disputes over a milestone: how the newest stands, and the way to it. */
export function DisputeNotice({ contractId, milestoneId }: DisputeNoticeProps) {
  const { data = [] } = useQuery(contractDisputesQuery(contractId))
  const newest = data.find((dispute) => dispute.milestone_id === milestoneId)
  if (newest === undefined) return null
  const { label, tone } = LOOKS[newest.status]
  return (
    <div className="flex w-full flex-wrap items-center gap-3 rounded border border-line bg-sunken px-4 py-3">
      <Scale className="size-4" aria-hidden />
      <p className="flex flex-1 flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">Disputa</span>
        <Badge tone={tone}>{label}</Badge>
        {newest.status === 'open' && (
          <span className="text-muted">resposta {formatDistance(newest.answer_due_at)}</span>
        )}
      </p>
      <Button asChild size="sm">
        <Link to={paths.dispute(contractId, newest.id)}>Ver disputa</Link>
      </Button>
    </div>
  )
}
