import { BINDING_STATES } from '@/api/deal/states'
import type { ContractFilter } from '@/features/contract/queries'

export const FILTERS = [
  { value: '', label: 'Em andamento' },
  { value: 'sua-vez', label: 'Esperando por você' },
  { value: 'concluidos', label: 'Concluídos' },
  { value: 'encerrados', label: 'Encerrados' },
] as const

/** `busca` stands for the results of a search, in any state. */
export type FilterName = (typeof FILTERS)[number]['value'] | 'busca'

export function filterOf(text: string | null): FilterName {
  return FILTERS.find(({ value }) => value === text)?.value ?? ''
}

/** The query of a filter; undefined while the ids it needs are unknown. */
export function wantedBy(name: FilterName, ids: readonly string[] | undefined): ContractFilter | undefined {
  switch (name) {
    case '':
      return { states: BINDING_STATES }
    case 'sua-vez':
    case 'busca':
      return ids === undefined ? undefined : { ids }
    case 'concluidos':
      return { states: ['completed'] }
    case 'encerrados':
      return { states: ['withdrawn', 'terminated', 'cancelled'] }
  }
}

export const EMPTY: Readonly<Record<FilterName, { title: string; description?: string }>> = {
  '': {
    title: 'Nenhum contrato em andamento',
    description: 'Um contrato começa quando a empresa aceita uma proposta.',
  },
  'sua-vez': { title: 'Nada espera por você', description: 'Quando for a sua vez, o contrato aparece aqui.' },
  busca: {
    title: 'Nenhum contrato encontrado',
    description: 'Procure pelo código, como CTR-0006, ou por palavras do projeto.',
  },
  concluidos: { title: 'Nenhum contrato concluído' },
  encerrados: { title: 'Nenhum contrato encerrado antes do fim' },
}
