import type { Invoice, Withholding } from '@/features/fiscal/queries'

type Look = { label: string; tone: 'warning' | 'success' | 'danger' | 'neutral' }

export const INVOICE_LOOKS: Record<Invoice['status'], Look> = {
  pending: { label: 'Pendente', tone: 'warning' },
  sent: { label: 'Enviada', tone: 'neutral' },
  checked: { label: 'Conferida', tone: 'success' },
  refused: { label: 'Recusada', tone: 'danger' },
  replaced: { label: 'Substituída', tone: 'neutral' },
}

export const INVOICE_KINDS: Record<Invoice['kind'], string> = { nfse: 'NFS-e', rpa: 'RPA' }

export const LINE_LOOKS: Record<Withholding['status'], Look> = {
  proposed: { label: 'Aguardando o profissional', tone: 'warning' },
  agreed: { label: 'Aceitas', tone: 'success' },
  contested: { label: 'Contestadas', tone: 'danger' },
  replaced: { label: 'Trocadas', tone: 'neutral' },
  lapsed: { label: 'Sem efeito', tone: 'neutral' },
}

export const TAXES: Record<Withholding['tax'], string> = {
  iss: 'ISS',
  inss: 'INSS',
  irrf: 'IRRF',
  csrf: 'CSRF (PIS, COFINS e CSLL)',
}

export const TAX_ORDER: readonly Withholding['tax'][] = ['iss', 'inss', 'irrf', 'csrf']

/** Where anybody looks an invoice of the national layout up. */
export function lookUpAddress(accessKey: string): string {
  return `https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave=${encodeURIComponent(accessKey)}`
}
