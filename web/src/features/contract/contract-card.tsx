import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PackageCheck, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { ContractSteps } from '@/features/contract/contract-steps'
import {
  completeContract,
  deliverContract,
  partnerOf,
  reviewDeadline,
  type Contract,
} from '@/features/contract/queries'
import { formatDate } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Tag, tagOf } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { settle } from '@/lib/settle'

type ContractCardProps = {
  contract: Contract
  memberId: string
  /** Whether the person may take the next step for the party. */
  mayFulfil: boolean
  /** What to offer while the member may review the other side. */
  review: ReactNode
}

/** Agreed work as both of its sides see it: how far it is, and the next step. */
export function ContractCard({ contract, memberId, mayFulfil, review }: ContractCardProps) {
  const deadline = reviewDeadline(contract, memberId)
  return (
    <Card className="flex flex-col gap-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Tag>{tagOf('CTR', contract.number)}</Tag>
          <span className="text-sm text-muted">
            com <span className="font-medium text-ink">{partnerOf(contract, memberId)}</span>
          </span>
        </div>
        <p className="figures text-lg font-medium">{formatMoney(contract.value_cents)}</p>
      </div>
      <ContractSteps contract={contract} memberId={memberId} />
      {mayFulfil && contract.status === 'active' && <DeliverAction contract={contract} />}
      {mayFulfil && contract.status === 'delivered' && <CompleteAction contract={contract} />}
      {deadline !== undefined && Boolean(review) && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <p className="text-sm text-muted">Você pode avaliar até {formatDate(deadline)}.</p>
          {review}
        </div>
      )}
    </Card>
  )
}

function DeliverAction({ contract }: { contract: Contract }) {
  const deliver = useMutation(deliverContract(useQueryClient()))
  return (
    <Actions>
      <AlertDialog
        trigger={
          <Button loading={deliver.isPending}>
            <PackageCheck className="size-4" aria-hidden />
            Marcar como entregue
          </Button>
        }
        title="Marcar como entregue?"
        description="A outra parte é avisada para conferir o que foi entregue e concluir o projeto."
        confirmLabel="Marcar como entregue"
        onConfirm={() =>
          settle(deliver.mutateAsync(contract.id), outcome('Entrega marcada!', 'A outra parte foi avisada.'))
        }
      />
    </Actions>
  )
}

function CompleteAction({ contract }: { contract: Contract }) {
  const complete = useMutation(completeContract(useQueryClient()))
  return (
    <Actions>
      <AlertDialog
        trigger={
          <Button loading={complete.isPending}>
            <ShieldCheck className="size-4" aria-hidden />
            Concluir projeto
          </Button>
        }
        title="Concluir o projeto?"
        description="O que foi entregue fica aceito e a avaliação abre para os dois lados, por 14 dias."
        confirmLabel="Concluir projeto"
        onConfirm={() =>
          settle(complete.mutateAsync(contract.id), outcome('Projeto concluído!', 'Conte como foi: avalie.'))
        }
      />
    </Actions>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2 border-t border-line pt-4">{children}</div>
}

function outcome(title: string, description: string) {
  return {
    onSuccess: () => toast({ title, description }),
    onError: (error: unknown) =>
      toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) }),
  }
}
