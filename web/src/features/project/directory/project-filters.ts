import { useSharedFilters } from '@/api/directory/directory-filters'
import { BUDGETS } from '@/features/project/text'
import type { DirectoryFilters } from '@/lib/navigation/use-directory-filters'
import type { Filter } from '@/ui/directory-filters'

/** What projects can be filtered by, as the address has it. */
export function useProjectFilters(
  filters: DirectoryFilters,
  change: (next: Partial<DirectoryFilters>) => void,
): Filter[] {
  const { work, level } = useSharedFilters('projects', filters, change)
  const budget: Filter = {
    label: 'Orçamento',
    name: 'Filtrar por orçamento',
    options: BUDGETS,
    chosen: filters.budget === '' ? [] : [filters.budget],
    onChange: ([budget = '']) => change({ budget }),
    isSingle: true,
  }
  return [...work, budget, level]
}
