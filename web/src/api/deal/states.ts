import type { Row } from '@/api/tables'
import { keysOf } from '@/lib/keys-of'

export type ContractStatus = Row<'contracts'>['status']

const BINDS: Readonly<Record<ContractStatus, boolean>> = {
  agreed: true,
  active: true,
  delivered: true,
  completed: false,
  withdrawn: false,
  terminated: false,
  cancelled: false,
}

/** The states in which a contract still binds its two sides. */
export const BINDING_STATES = keysOf(BINDS).filter(isBinding)

export function isBinding(status: ContractStatus): boolean {
  return BINDS[status]
}

/** The label and the badge colour of each state of a payout. */
export const PAYOUT_STATES: Readonly<
  Record<Row<'payouts'>['status'], { label: string; tone: 'info' | 'success' | 'danger' }>
> = {
  requested: { label: 'Em andamento', tone: 'info' },
  paid: { label: 'Enviado', tone: 'success' },
  failed: { label: 'Não concluído', tone: 'danger' },
  returned: { label: 'Devolvido', tone: 'danger' },
}
