import type { Row } from '@/api/tables'

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

export function statusOf(status: ProjectStatus): Status {
  return STATUSES[status]
}
