import { useSharedFilters } from '@/api/directory/directory-filters'
import type { DirectoryFilters } from '@/lib/navigation/use-directory-filters'
import { AVAILABILITIES } from '@/lib/work'
import type { Filter } from '@/ui/directory-filters'

/** What professionals can be filtered by, as the address has it. */
export function useProfessionalFilters(
  filters: DirectoryFilters,
  change: (next: Partial<DirectoryFilters>) => void,
): Filter[] {
  const { work, level } = useSharedFilters('professionals', filters, change)
  const availability: Filter = {
    label: 'Disponibilidade',
    name: 'Filtrar por disponibilidade',
    options: AVAILABILITIES,
    chosen: filters.availability,
    onChange: (availability) => change({ availability }),
  }
  return [...work, availability, level]
}
