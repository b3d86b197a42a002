import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSavePdf } from '@/api/request/save-file'
import { errorSentence } from '@/api/errors'
import { InvoicePart } from '@/features/fiscal/invoice/invoice-part'
import { fiscalQuery, linesOf, saveFeeReceipt, type FiscalProps } from './queries'
import { WithheldPart } from '@/features/fiscal/withheld/withheld-part'
import { scrollToAnchor } from '@/lib/navigation/anchor'
import { fiscalAnchor } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'

const ProofPart = lazy(() => import('@/features/fiscal/proof/proof-part'))

/** The invoice and the withheld taxes of a milestone; nothing when it has neither. */
export function FiscalBlock(props: FiscalProps) {
  const { contractId, milestone, side, mayPay, runs } = props
  const query = useQuery(fiscalQuery(contractId))
  const isOwed = milestone.status === 'awaiting_payment' && milestone.owed_due_on !== null
  const isSettled = milestone.status === 'released' || milestone.status === 'split'
  if (milestone.status === 'refunded' || milestone.status === 'cancelled') return null
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) return null
  const invoice = query.data.invoices.find(({ milestone_id }) => milestone_id === milestone.id)
  const lines = linesOf(query.data.withholdings, milestone.id)
  const proofs = query.data.proofs.filter(({ milestone_id }) => milestone_id === milestone.id)
  const hasReceipt = query.data.receipts.some(({ milestone_id }) => milestone_id === milestone.id)
  const mayRecord =
    side === 'company' && mayPay && !isSettled && milestone.status !== 'disputed' && (runs || isOwed)
  if (invoice === undefined && lines.length === 0 && !mayRecord && !isOwed && !isSettled) return null
  const heading = fiscalAnchor(milestone.id)
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 border-t border-line pt-4 text-sm">
      <h4 id={heading} tabIndex={-1} ref={scrollToAnchor} className="font-medium">
        Nota fiscal e retenções
      </h4>
      {(isOwed || isSettled) && <InvoicePart {...props} invoice={invoice} />}
      <WithheldPart {...props} lines={lines} mayRecord={mayRecord} isSettled={isSettled} />
      {proofs.length > 0 && (
        <Suspense>
          <ProofPart {...props} proofs={proofs} />
        </Suspense>
      )}
      {hasReceipt && <FeeReceipt milestoneId={milestone.id} />}
    </section>
  )
}

function FeeReceipt({ milestoneId }: { milestoneId: string }) {
  const save = useSavePdf(() => saveFeeReceipt(milestoneId))
  return (
    <div>
      <Button variant="ghost" loading={save.isPending} onClick={() => save.mutate()}>
        <FileDown className="size-4" aria-hidden />
        Recibo da taxa de serviço
      </Button>
    </div>
  )
}
