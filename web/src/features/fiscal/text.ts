import { INVOICE_STATES, TAXES } from '@/api/words'
import type { Invoice, Withholding } from '@/features/fiscal/queries'
import { keysOf } from '@/lib/keys-of'

export type Look = { label: string; tone: 'warning' | 'success' | 'danger' | 'neutral' }

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

export const TAX_ORDER: readonly Withholding['tax'][] = keysOf(TAXES)

/** The public page that looks up invoices of the national layout. */
export function lookUpAddress(accessKey: string): string {
  return `https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave=${encodeURIComponent(accessKey)}`
}
