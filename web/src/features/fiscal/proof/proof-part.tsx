import { BOUNDS, WITHHOLDING_PROOFS_MAX } from '@/api/limits'
import { TAXES } from '@/api/words'
import { ProofDialog } from '@/features/fiscal/proof/proof-dialog'
import { ProofRounds } from '@/features/fiscal/proof/proof-rounds'
import {
  useAcceptProof,
  useConfirmWithheld,
  useContestProof,
  type WithheldProof,
  type FiscalProps,
} from '@/features/fiscal/queries'
import { PROOF_LOOKS, proofSentence } from '@/features/fiscal/proof/proof-text'
import { formatMoney, ofCents } from '@/lib/money'
import { AlertDialog } from '@/ui/alert-dialog'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ReasonDialog } from '@/ui/reason-dialog'

type ProofPartProps = Pick<FiscalProps, 'contractId' | 'milestone' | 'side' | 'mayPay'> & {
  proofs: readonly WithheldProof[]
}

/** The taxes withheld from a paid milestone, and whether the company proved their payment. */
export default function ProofPart({ proofs, ...props }: ProofPartProps) {
  return (
    <ul aria-label="Comprovantes dos tributos retidos" className="flex flex-col gap-5">
      {proofs.map((proof) => (
        <li key={proof.id} className="flex min-w-0 flex-col items-start gap-2">
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
  const isCompany = side === 'company'
  const isProvable =
    proof.status === 'due' ||
    proof.status === 'contested' ||
    (proof.status === 'owed' && proof.rounds.length < WITHHOLDING_PROOFS_MAX)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {TAXES[proof.tax]}, {formatMoney(ofCents(proof.value_cents))} <Badge tone={tone}>{label}</Badge>
      </p>
      <ProofRounds rounds={proof.rounds} decision={proof.decision} />
      <p className="max-w-measure break-words text-muted">{proofSentence(proof, side)}</p>
      {mayPay && isCompany && isProvable && (
        <ProofDialog contractId={contractId} milestoneId={milestone.id} proof={proof} />
      )}
      {mayPay && !isCompany && proof.status === 'shown' && <ProofAnswer proof={proof} />}
      {mayPay && !isCompany && proof.status === 'owed' && <Received proofId={proof.id} />}
    </>
  )
}

function ProofAnswer({ proof }: { proof: WithheldProof }) {
  const accept = useAcceptProof()
  const contest = useContestProof()
  const about = { proof_id: proof.id, round: proof.round ?? 0 }
  return (
    <div className="flex flex-wrap gap-2">
      <AlertDialog
        trigger={<Button loading={accept.isPending}>Aceitar comprovante</Button>}
        title="Aceitar o comprovante?"
        description={
          proof.settlement === 'guarantee'
            ? `${formatMoney(ofCents(proof.value_cents))} em garantia voltam à empresa, que pagou o tributo. O aceite não se desfaz.`
            : 'O tributo conta como pago pela empresa. O aceite não se desfaz.'
        }
        confirmLabel="Aceitar comprovante"
        onConfirm={() => accept.mutate(about)}
      />
      <ReasonDialog
        trigger={<Button variant="ghost">Contestar</Button>}
        title={`Contestar o comprovante de ${TAXES[proof.tax]}?`}
        description={contestMeans(about.round)}
        hint="A empresa lê o motivo, que fica no histórico do contrato."
        confirmLabel="Enviar contestação"
        maxLength={BOUNDS.withholding_proof_rounds.reason}
        loading={contest.isPending}
        onConfirm={(reason) => contest.mutateAsync({ ...about, reason })}
      />
    </div>
  )
}

/** The consequence of a contest, by the number of the round. */
function contestMeans(round: number): string {
  if (round <= 1)
    return 'A empresa pode enviar outro comprovante ou insistir neste. Se você contestar outra vez, a administração decide.'
  const decided = 'a administração lê os comprovantes e os motivos, e decide.'
  return round === 2 ? `É a segunda contestação: ${decided}` : `Contestado, ${decided}`
}

function Received({ proofId }: { proofId: string }) {
  const confirm = useConfirmWithheld()
  return (
    <Button loading={confirm.isPending} onClick={() => confirm.mutate({ proof_id: proofId })}>
      Recebi este valor
    </Button>
  )
}
