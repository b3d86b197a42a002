import type { Row } from '@/api/tables'

/** How a payout stands, in words and in its badge's colour. */
export const PAYOUT_STATES: Readonly<
  Record<Row<'payouts'>['status'], { label: string; tone: 'info' | 'success' | 'danger' }>
> = {
  requested: { label: 'Em andamento', tone: 'info' },
  paid: { label: 'Enviado', tone: 'success' },
  failed: { label: 'Não concluído', tone: 'danger' },
  returned: { label: 'Devolvido', tone: 'danger' },
}
