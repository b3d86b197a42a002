import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCityOptions } from '@/api/directory/cities'
import { useCountedSkillOptions, skillCountsQuery } from '@/api/directory/skills'
import { useTechnologyOptions } from '@/api/directory/technologies'
import { COUNTED_MAX, formatCount, formatTotal } from '@/lib/format'
import type { DirectoryFilters } from '@/lib/navigation/use-directory-filters'
import { LEVEL_OPTIONS, STATES, WORK_MODES } from '@/lib/work'

/** The filters that both directories share, from the address: skills, place, mode and level. */
export function useSharedFilters(
  kind: 'projects' | 'professionals',
  filters: DirectoryFilters,
  change: (next: Partial<DirectoryFilters>) => void,
) {
  const skills = useCountedSkillOptions(kind, filters.text)
  const [isReached, setIsReached] = useState(false)
  const technologies = useTechnologyOptions(isReached || filters.technologies.length > 0)
  const cities = useCityOptions(filters.state, filters.city, kind)
  const skill = {
    label: 'Habilidades',
    name: 'Filtrar por habilidades',
    options: skills,
    chosen: filters.skills,
    onChange: (skills: string[]) => change({ skills }),
  }
  const technology = {
    label: 'Tecnologias',
    name: 'Filtrar por tecnologias',
    options: technologies,
    chosen: filters.technologies,
    onChange: (chosen: string[]) => change({ technologies: chosen }),
    onReach: () => setIsReached(true),
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
  return { work: [skill, technology, state, ...(filters.state === '' ? [] : [city]), mode], level }
}

type Noun = { one: string; many: string }

/**
 * The number of results of a directory in words: "34 projetos abertos", "mais de 1.000 projetos
 * abertos". For the whole directory and for one skill the server stores the number, so it is exact
 * however large it is.
 */
export function useDirectoryCount(
  kind: 'projects' | 'professionals',
  filters: DirectoryFilters,
  counted: number | undefined,
  { one, many }: Noun,
): string | undefined {
  const { text, technologies, state, city, modes, levels, availability, budget, skills } = filters
  const isPlain = [text, technologies, state, city, modes, levels, availability, budget].every(
    ({ length }) => length === 0,
  )
  const isKept = counted !== undefined && counted > COUNTED_MAX && isPlain && skills.length <= 1
  const { data } = useQuery({ ...skillCountsQuery(kind, ''), enabled: isKept })
  if (counted === undefined) return undefined
  const [skill = ''] = skills
  const kept = isKept ? data?.find(({ slug }) => slug === skill)?.total : undefined
  return kept === undefined ? formatTotal(counted, one, many) : formatCount(kept, one, many)
}
