import { useCityOptions } from '@/api/directory/cities'
import { useCountedSkillOptions } from '@/api/directory/skills'
import type { DirectoryFilters } from '@/lib/navigation/use-directory-filters'
import { LEVEL_OPTIONS, STATES, WORK_MODES } from '@/lib/work'

/** The filters that both directories share, from the address: skills, place, mode and level. */
export function useSharedFilters(
  kind: 'projects' | 'professionals',
  filters: DirectoryFilters,
  change: (next: Partial<DirectoryFilters>) => void,
) {
  const skills = useCountedSkillOptions(kind, filters.text)
  const cities = useCityOptions(filters.state, filters.city, kind)
  const skill = {
    label: 'Habilidades',
    name: 'Filtrar por habilidades',
    options: skills,
    chosen: filters.skills,
    onChange: (skills: string[]) => change({ skills }),
  }
  const state = {
    label: 'Estado',
    name: 'Filtrar por estado',
    options: STATES,
    chosen: filters.state === '' ? [] : [filters.state],
    onChange: ([state = '']: string[]) => change({ state, city: '' }),
    isSingle: true,
  }
  const city = {
    label: 'Cidade',
    name: 'Filtrar por cidade',
    options: cities,
    chosen: filters.city === '' ? [] : [filters.city],
    onChange: ([city = '']: string[]) => change({ city }),
    isSingle: true,
  }
  const mode = {
    label: 'Modalidade',
    name: 'Filtrar por modalidade',
    options: WORK_MODES,
    chosen: filters.modes,
    onChange: (modes: string[]) => change({ modes }),
  }
  const level = {
    label: 'Nível de experiência',
    name: 'Filtrar por nível',
    options: LEVEL_OPTIONS,
    chosen: filters.levels,
    onChange: (levels: string[]) => change({ levels }),
  }
  // The city filter needs a state, because several states have cities of the same name.
  return { work: [skill, state, ...(filters.state === '' ? [] : [city]), mode], level }
}
