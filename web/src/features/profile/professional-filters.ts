import { useCityOptions } from '@/api/cities'
import { useCountedSkillOptions } from '@/api/skills'
import type { DirectoryFilters } from '@/lib/use-directory-filters'
import { AVAILABILITIES, LEVEL_OPTIONS, STATES, WORK_MODES } from '@/lib/work'
import type { Filter } from '@/ui/directory-filters'

/** What professionals can be filtered by, as the address has it. */
export function useProfessionalFilters(
  filters: DirectoryFilters,
  change: (next: Partial<DirectoryFilters>) => void,
): Filter[] {
  const skills = useCountedSkillOptions('professionals', filters.text)
  const cities = useCityOptions(filters.state, filters.city, 'professionals')
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
      label: 'Disponibilidade',
      name: 'Filtrar por disponibilidade',
      options: AVAILABILITIES,
      chosen: filters.availability,
      onChange: (availability) => change({ availability }),
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
