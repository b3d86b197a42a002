import type { WithheldProof } from '@/features/fiscal/queries'
import type { Look } from '@/features/fiscal/text'
import { formatDate, formatDeadline } from '@/lib/format'

export const PROOF_LOOKS: Record<WithheldProof['status'], Look> = {
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
export function proofSentence(proof: Standing, side: 'company' | 'professional'): string {
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
