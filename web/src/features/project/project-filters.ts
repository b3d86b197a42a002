import { useCityOptions } from '@/api/cities'
import { useCountedSkillOptions } from '@/api/skills'
import { BUDGETS } from '@/features/project/text'
import type { DirectoryFilters } from '@/lib/use-directory-filters'
import { LEVEL_OPTIONS, STATES, WORK_MODES } from '@/lib/work'
import type { Filter } from '@/ui/directory-filters'

/** What projects can be filtered by, as the address has it. */
export function useProjectFilters(
  filters: DirectoryFilters,
  change: (next: Partial<DirectoryFilters>) => void,
): Filter[] {
  const skills = useCountedSkillOptions('projects', filters.text)
  const cities = useCityOptions(filters.state, filters.city, 'projects')
  return [
    {
      label: 'Habilidades',
      name: 'Filtrar por habilidades',
      options: skills,
      chosen: filters.skills,
      onChange: (skills) => change({ skills }),
    },
    {
      label: 'Estado',
      name: 'Filtrar por estado',
      options: STATES,
      chosen: filters.state === '' ? [] : [filters.state],
      onChange: ([state = '']) => change({ state, city: '' }),
      isSingle: true,
    },
    ...(filters.state === ''
      ? []
      : [
          {
            label: 'Cidade',
            name: 'Filtrar por cidade',
            options: cities,
            chosen: filters.city === '' ? [] : [filters.city],
            onChange: ([city = '']: string[]) => change({ city }),
            isSingle: true,
          },
        ]),
    {
      label: 'Modalidade',
      name: 'Filtrar por modalidade',
      options: WORK_MODES,
      chosen: filters.modes,
      onChange: (modes) => change({ modes }),
    },
    {
      label: 'Orçamento',
      name: 'Filtrar por orçamento',
      options: BUDGETS,
      chosen: filters.budget === '' ? [] : [filters.budget],
      onChange: ([budget = '']) => change({ budget }),
      isSingle: true,
    },
    {
      label: 'Nível de experiência',
      name: 'Filtrar por nível',
      options: LEVEL_OPTIONS,
      chosen: filters.levels,
      onChange: (levels) => change({ levels }),
    },
  ]
}
