import type { Row } from '@/api/tables'
import type { Difference, LineContract } from '@/features/desk/queries'
import { tagOf } from '@/ui/tag'

/** The labels of differences with the institution. */
export const DIFFERENCES: Readonly<Record<Difference['kind'], string>> = {
  unknown_charge: 'Pagamento sem correspondência aqui',
  unknown_event: 'Aviso sem cobrança correspondente',
  value_differs: 'Valor diferente na instituição',
  payment_returning: 'Pagamento sem marco em aberto, a devolver',
  refund_unordered: 'Devolução sem ordem nossa',
  refund_missing: 'Devolução ordenada que não consta',
  release_missing: 'Liberado aqui, ainda em garantia lá',
  release_unordered: 'Liberado lá sem ordem nossa',
  order_refused: 'Ordem recusada pela instituição',
  charge_missing: 'Cobrança nossa que não existe lá',
  contested_unknown: 'Contestação que pede decisão',
}

export const ORDERS: Readonly<Record<'release' | 'refund' | 'cancel', string>> = {
  release: 'Liberação',
  refund: 'Devolução',
  cancel: 'Cancelamento de cobrança',
}

export const DISPUTES: Readonly<Record<Row<'disputes'>['status'], string>> = {
  open: 'Espera resposta',
  negotiating: 'Em negociação',
  mediation: 'Espera decisão',
  decided: 'Decidida, cabe recurso',
  appealed: 'Recurso espera decisão',
  decided_finally: 'Decidida',
  settled: 'Acordo',
  conceded: 'Aceita',
  withdrawn: 'Retirada',
}

/** `CTR-0007, marco 2: Retrofit da envasadora`. */
export function nameOfPart(contract: LineContract | null, position: number | undefined): string {
  if (contract === null) return 'Sem contrato'
  const part = position === undefined ? '' : `, marco ${position}`
  return `${tagOf('CTR', contract.number)}${part}: ${contract.title ?? 'Contrato'}`
}

/** `Serra Azul e Marina Alves`. */
export function sidesOf(contract: LineContract | null): string {
  if (contract === null) return ''
  return `${contract.company?.name ?? 'Empresa'} e ${contract.professional?.name ?? 'profissional'}`
}
