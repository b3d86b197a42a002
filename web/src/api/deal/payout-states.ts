import type { Row } from '@/api/tables'

/** The label and the badge colour of each state of a payout. */
export const PAYOUT_STATES: Readonly<
  Record<Row<'payouts'>['status'], { label: string; tone: 'info' | 'success' | 'danger' }>
> = {
  requested: { label: 'Em andamento', tone: 'info' },
  paid: { label: 'Enviado', tone: 'success' },
  failed: { label: 'Não concluído', tone: 'danger' },
  returned: { label: 'Devolvido', tone: 'danger' },
}
