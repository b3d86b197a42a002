import { TAXES } from '@/api/words'
import type { FiscalProps } from '@/features/fiscal/fiscal-block'
import { ProofDialog } from '@/features/fiscal/proof-dialog'
import { useConfirmWithheld, type WithheldProof } from '@/features/fiscal/queries'
import { PROOF_LOOKS, proofSentence } from '@/features/fiscal/text'
import { formatMoney, ofCents } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'

type ProofPartProps = Pick<FiscalProps, 'contractId' | 'milestone' | 'side' | 'mayPay'> & {
  proofs: readonly WithheldProof[]
}

/** What was withheld of a paid milestone, tax by tax, and whether the company proved that it paid it. */
export function ProofPart({ proofs, ...props }: ProofPartProps) {
  if (proofs.length === 0) return null
  return (
    <ul aria-label="Comprovantes dos tributos retidos" className="flex flex-col gap-3">
      {proofs.map((proof) => (
        <li key={proof.id} className="flex flex-col items-start gap-1.5">
          <ProofState {...props} proof={proof} />
        </li>
      ))}
    </ul>
  )
}

function ProofState({
  contractId,
  milestone,
  side,
  mayPay,
  proof,
}: Omit<ProofPartProps, 'proofs'> & { proof: WithheldProof }) {
  const { label, tone } = PROOF_LOOKS[proof.status]
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        {TAXES[proof.tax]}, {formatMoney(ofCents(proof.value_cents))} <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="max-w-measure break-words text-muted">{proofSentence(proof, side)}</p>
      {proof.paper !== null && (
        <p className="max-w-measure break-words text-muted">
          Comprovante {proof.reference}, {proof.paper.name}, nos arquivos do contrato.
        </p>
      )}
      {proof.status === 'due' && side === 'company' && mayPay && (
        <ProofDialog contractId={contractId} milestoneId={milestone.id} proof={proof} />
      )}
      {proof.status === 'owed' && side === 'professional' && mayPay && <Received proofId={proof.id} />}
    </>
  )
}

function Received({ proofId }: { proofId: string }) {
  const confirm = useConfirmWithheld()
  return (
    <Button loading={confirm.isPending} onClick={() => confirm.mutate({ proof_id: proofId })}>
      Recebi este valor
    </Button>
  )
}
