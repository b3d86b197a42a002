import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleCheck, QrCode } from 'lucide-react'
import { useState } from 'react'
import { configQuery, useInstitution } from '@/api/config'
import { isBinding } from '@/api/deal/states'
import { errorSentence } from '@/api/errors'
import { keys } from '@/api/keys'
import { requestOnce } from '@/api/request/request-once'
import { isOwed, nameOf } from '@/features/contract/milestones/milestone-text'
import type { Contract, Milestone } from '@/features/contract/queries'
import { STEPS, useStep } from '@/features/contract/steps'
import { formatDateTime, formatDistance } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { pictureAddress } from '@/lib/text/address'
import { Button } from '@/ui/button'
import { CopyField } from '@/ui/copy-field'
import { Dialog, DialogContent, DialogTrigger } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

type PixDialogProps = { contract: Contract; milestone: Milestone; isPrimary?: boolean }

/** The Pix code of a deposit; the dialog reports the payment by itself. */
export function PixDialog({ contract, milestone, isPrimary = false }: PixDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const institution = useInstitution() ?? 'uma instituição de pagamento autorizada'
  const isPayable = canPay(contract, milestone)
  if (!isPayable && !isOpen) return null
  const what = isOwed(milestone)
    ? 'é liberado ao profissional assim que pago'
    : `fica em garantia em ${institution}`
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant={isPrimary ? 'primary' : 'secondary'}>
          <QrCode className="size-4" aria-hidden />
          Pagar com Pix
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Pagar ${formatMoney(milestone.value_cents)} com Pix`}
        description={`${nameOf(contract, milestone)}. O valor ${what}.`}
      >
        {isPayable ? (
          <Code milestone={milestone} />
        ) : (
          <Paid milestone={milestone} institution={institution} />
        )}
      </DialogContent>
    </Dialog>
  )
}

/** Whether a payment funds a milestone or pays what is owed. */
function canPay({ settlement, status }: Contract, milestone: Milestone): boolean {
  if (settlement !== 'guarantee' || milestone.held_cents > 0) return false
  return isOwed(milestone) || (isBinding(status) && UNPAID.includes(milestone.status))
}

const UNPAID: readonly Milestone['status'][] = ['planned', 'awaiting_payment', 'delivered', 'adjusting']

function Paid({ milestone, institution }: { milestone: Milestone; institution: string }) {
  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      <CircleCheck className="size-5 text-success" aria-hidden />
      {milestone.held_cents > 0
        ? `Pagamento recebido: valor em garantia em ${institution}.`
        : 'Pagamento recebido: o valor foi liberado ao profissional.'}
    </p>
  )
}

function Code({ milestone }: { milestone: Milestone }) {
  const query = useQuery(pixQuery(milestone.id))
  const isDemo = useQuery(configQuery()).data?.demo === true
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <Loading label="Gerando o código Pix…">
        <Skeleton className="h-56" />
      </Loading>
    )
  }
  const { txid, status, br_code, qr_code, expires_at } = query.data
  if (status === 'paid') return <p role="status">Pagamento recebido.</p>
  return (
    <div className="flex flex-col gap-4">
      <img src={pictureAddress(qr_code)} alt="Código QR do Pix" className="mx-auto size-56" />
      <CopyField label="Pix copia e cola" value={br_code} />
      <p className="text-sm text-muted">
        Vale até {formatDateTime(expires_at)} ({formatDistance(expires_at)}). Esta tela muda sozinha quando o
        pagamento chega.
      </p>
      {isDemo && <SimulateAction txid={txid} />}
    </div>
  )
}

function SimulateAction({ txid }: { txid: string }) {
  const simulate = useStep(STEPS.simulatePix, {
    title: 'Pagamento simulado',
    description: 'O aviso da instituição chega em instantes.',
  })
  return (
    <Button
      loading={simulate.isPending}
      onClick={() => void simulate.run({ txid, event: 'paid' }).catch(() => undefined)}
    >
      Simular pagamento
    </Button>
  )
}

/** The Pix code of a milestone: created on first request, and the same while it is open. */
function pixQuery(milestoneId: string) {
  return queryOptions({
    queryKey: keys.contracts.pix(milestoneId),
    queryFn: () => requestOnce((client) => client.rpc('fund_milestone', { milestone_id: milestoneId })),
    gcTime: 0,
    retry: false,
  })
}
