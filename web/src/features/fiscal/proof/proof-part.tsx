import { BOUNDS, WITHHOLDING_PROOFS_MAX } from '@/api/limits'
import { TAXES } from '@/api/words'
import { ProofDialog } from '@/features/fiscal/proof/proof-dialog'
import { ProofRounds } from '@/features/fiscal/proof/proof-rounds'
import {
  useAcceptProof,
  useConfirmWithheld,
  useContestProof,
  type FiscalProps,
  type WithheldProof,
} from '@/features/fiscal/queries'
import type { Look } from '@/features/fiscal/text'
import { formatDate, formatDeadline } from '@/lib/format'
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

const PROOF_LOOKS: Record<WithheldProof['status'], Look> = {
  due: { label: 'Aguardando comprovante', tone: 'warning' },
  shown: { label: 'Comprovante em conferência', tone: 'warning' },
  contested: { label: 'Comprovante contestado', tone: 'danger' },
  mediation: { label: 'Em mediação', tone: 'warning' },
  proved: { label: 'Comprovado', tone: 'success' },
  released: { label: 'Liberado ao profissional', tone: 'neutral' },
  owed: { label: 'Devido ao profissional', tone: 'danger' },
  settled: { label: 'Pago ao profissional', tone: 'neutral' },
  lost: { label: 'Devolvido pelo banco', tone: 'neutral' },
}

type Standing = Pick<
  WithheldProof,
  'status' | 'settlement' | 'due_at' | 'answer_until' | 'decision' | 'acceptances_stop_on'
> & { rounds: readonly { answered_at: string | null }[] }

/** The state of a withheld tax in the words of each side. */
function proofSentence(proof: Standing, side: 'company' | 'professional'): string {
  const isCompany = side === 'company'
  const isHeld = proof.settlement === 'guarantee'
  const due = formatDeadline(proof.due_at)
  const until = proof.answer_until === null ? '' : formatDeadline(proof.answer_until)
  switch (proof.status) {
    case 'due':
      if (!isCompany) return `A empresa tem até ${due} para enviar o comprovante. Sem ele, o valor é seu.`
      return isHeld
        ? `Envie o comprovante até ${due}. Quando ele vale, o valor, em garantia, volta à empresa. Sem ele, é do profissional.`
        : `Envie o comprovante até ${due}. Sem ele, a empresa deve o valor ao profissional.`
    case 'shown': {
      const silence = isHeld ? 'o comprovante vale, e o valor volta à empresa' : 'o comprovante vale'
      return isCompany
        ? `O profissional pode aceitar ou contestar até ${until}. Sem resposta, ${silence}.`
        : `Confira o comprovante: aceite ou conteste até ${until}. Sem resposta, ${silence}.`
    }
    case 'contested': {
      const otherwise = isHeld ? 'o valor é do profissional' : 'a empresa deve o valor ao profissional'
      return isCompany
        ? `Envie outro comprovante, ou o mesmo outra vez, até ${due}. Sem ele, ${otherwise}.`
        : `A empresa tem até ${due} para enviar outro comprovante, ou insistir neste. Sem ele, o valor é seu.`
    }
    case 'mediation':
      return 'A administração lê os comprovantes e os motivos, e decide. Até lá, nada muda.'
    case 'proved':
      return `${whyProved(proof)}${isHeld ? ', e o valor voltou à empresa.' : '.'}`
    case 'released':
      return `${whyUnproved(proof)}: o valor foi liberado ao profissional.`
    case 'owed':
      return isCompany
        ? `${whyUnproved(proof)}. Pague ao profissional e envie o comprovante, ou espere que ele confirme o recebimento.${stop(proof, 'a empresa')}`
        : `${whyUnproved(proof)}: a empresa deve este valor a você.${stop(proof, 'ela')}`
    case 'settled':
      return 'O profissional confirmou que recebeu o valor.'
    case 'lost':
      return 'O banco de quem pagou devolveu o pagamento inteiro.'
  }
}

function whyProved({ decision, rounds }: Standing): string {
  if (decision !== null) return 'A administração decidiu que o comprovante vale'
  return rounds.at(-1)?.answered_at == null
    ? 'Sem resposta do profissional no prazo, o comprovante valeu'
    : 'O profissional aceitou o comprovante'
}

function whyUnproved({ decision }: Standing): string {
  return decision === null
    ? 'O comprovante não chegou no prazo'
    : 'A administração decidiu que o recolhimento não foi comprovado'
}

function stop({ acceptances_stop_on }: Standing, who: string): string {
  if (acceptances_stop_on === null) return ''
  const from = formatDate(`${acceptances_stop_on}T12:00:00-03:00`)
  return ` A partir de ${from}, ${who} não aceita novas propostas enquanto o valor for devido.`
}
