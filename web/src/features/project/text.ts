import type { Row } from '@/api/tables'
import { keysOf } from '@/lib/keys-of'

/** Wording that several screens of projects share. */
export const CONFIDENTIAL = 'Empresa Confidencial'
export const DEFAULT_CATEGORY = 'Automação Industrial'
export const DEFAULT_LEVEL = 'Intermediário'

export const LEVELS = ['Júnior', 'Pleno', 'Intermediário', 'Sênior', 'Especialista'] as const

export const CATEGORIES = [
  'Automação Industrial',
  'Robótica',
  'Instrumentação e Controle',
  'Elétrica Industrial',
  'Segurança de Máquinas',
  'Redes e Dados Industriais',
  'Manutenção',
] as const

type Status = { label: string; tone: 'success' | 'info' | 'warning' | 'neutral' }

export type ProjectStatus = Row<'projects'>['status']

const STATUSES: Readonly<Record<ProjectStatus, Status>> = {
  open: { label: 'Aberto', tone: 'success' },
  in_progress: { label: 'Em andamento', tone: 'info' },
  delivered: { label: 'Entregue', tone: 'warning' },
  completed: { label: 'Concluído', tone: 'neutral' },
  closed: { label: 'Encerrado', tone: 'neutral' },
}

const PLURALS: Readonly<Record<ProjectStatus, string>> = {
  open: 'Abertos',
  in_progress: 'Em andamento',
  delivered: 'Entregues',
  completed: 'Concluídos',
  closed: 'Encerrados',
}

/** Ways to ask for one's own projects; '' is all of them. */
export const FILTERS: readonly { value: ProjectStatus | ''; label: string }[] = [
  { value: '', label: 'Todos' },
  ...keysOf(PLURALS).map((value) => ({ value, label: PLURALS[value] })),
]

export function statusOf(status: ProjectStatus): Status {
  return STATUSES[status]
}
