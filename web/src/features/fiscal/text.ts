import { INVOICE_STATES, TAXES } from '@/api/words'
import type { Invoice, Withholding, WithheldProof } from '@/features/fiscal/queries'
import { formatDeadline } from '@/lib/format'
import { keysOf } from '@/lib/keys-of'

type Look = { label: string; tone: 'warning' | 'success' | 'danger' | 'neutral' }

export const INVOICE_LOOKS: Record<Invoice['status'], Look> = {
  pending: { label: INVOICE_STATES.pending, tone: 'warning' },
  sent: { label: INVOICE_STATES.sent, tone: 'neutral' },
  checked: { label: INVOICE_STATES.checked, tone: 'success' },
  refused: { label: INVOICE_STATES.refused, tone: 'danger' },
  replaced: { label: INVOICE_STATES.replaced, tone: 'neutral' },
}

export const LINE_LOOKS: Record<Withholding['status'], Look> = {
  proposed: { label: 'Aguardando o profissional', tone: 'warning' },
  agreed: { label: 'Aceitas', tone: 'success' },
  contested: { label: 'Contestadas', tone: 'danger' },
  replaced: { label: 'Trocadas', tone: 'neutral' },
  lapsed: { label: 'Sem efeito', tone: 'neutral' },
}

export const PROOF_LOOKS: Record<WithheldProof['status'], Look> = {
  due: { label: 'Aguardando comprovante', tone: 'warning' },
  proved: { label: 'Comprovado', tone: 'success' },
  released: { label: 'Liberado ao profissional', tone: 'neutral' },
  owed: { label: 'Devido ao profissional', tone: 'danger' },
  settled: { label: 'Pago ao profissional', tone: 'neutral' },
  lost: { label: 'Devolvido pelo banco', tone: 'neutral' },
}

/** Where a withheld tax stands, as a side reads it. */
export function proofSentence(
  { status, settlement, due_at }: Pick<WithheldProof, 'status' | 'settlement' | 'due_at'>,
  side: 'company' | 'professional',
): string {
  const isCompany = side === 'company'
  const due = formatDeadline(due_at)
  switch (status) {
    case 'due':
      if (!isCompany) return `A empresa tem até ${due} para enviar o comprovante. Sem ele, o valor é seu.`
      return settlement === 'guarantee'
        ? `Envie o comprovante até ${due}: o valor, em garantia, volta à empresa. Sem ele, é do profissional.`
        : `Envie o comprovante até ${due}. Sem ele, a empresa deve o valor ao profissional.`
    case 'proved':
      return settlement === 'guarantee'
        ? 'A empresa comprovou o recolhimento, e o valor voltou a ela.'
        : 'A empresa comprovou o recolhimento.'
    case 'released':
      return 'O comprovante não chegou no prazo: o valor foi liberado ao profissional.'
    case 'owed':
      return isCompany
        ? 'O comprovante não chegou no prazo. Pague o valor ao profissional.'
        : 'O comprovante não chegou no prazo: a empresa deve este valor a você.'
    case 'settled':
      return 'O profissional confirmou que recebeu o valor.'
    case 'lost':
      return 'O banco de quem pagou devolveu o pagamento inteiro.'
  }
}

export const TAX_ORDER: readonly Withholding['tax'][] = keysOf(TAXES)

/** Where anybody looks an invoice of the national layout up. */
export function lookUpAddress(accessKey: string): string {
  return `https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave=${encodeURIComponent(accessKey)}`
}
