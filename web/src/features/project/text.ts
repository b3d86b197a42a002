import type { Row } from '@/api/tables'
import { keysOf } from '@/lib/keys-of'
import { labelOf, placeOf, WORK_MODES } from '@/lib/work'

/** Wording that several screens of projects share. */
export const CONFIDENTIAL = 'Empresa Confidencial'
export const DEFAULT_CATEGORY = 'Automação Industrial'
export const DEFAULT_LEVEL = 'Intermediário'

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

/** What a project may cost, in whole reais as addresses have it. */
export const BUDGETS = [
  { value: '-10000', label: 'Até R$ 10 mil' },
  { value: '10000-30000', label: 'R$ 10 mil a R$ 30 mil' },
  { value: '30000-60000', label: 'R$ 30 mil a R$ 60 mil' },
  { value: '60000-100000', label: 'R$ 60 mil a R$ 100 mil' },
  { value: '100000-', label: 'Acima de R$ 100 mil' },
] as const

/** `Jundiaí/SP · Híbrido`, as far as it was said. */
export function whereOf(project: Pick<Row<'projects'>, 'city' | 'state' | 'work_mode'>): string {
  return [placeOf(project), labelOf(WORK_MODES, project.work_mode) ?? '']
    .filter((part) => part !== '')
    .join(' · ')
}
