import { useQuery } from '@tanstack/react-query'
import { skillCountsQuery } from '@/api/directory/skills'
import { COUNTED_MAX, formatCount, formatTotal } from '@/lib/format'
import type { DirectoryFilters } from '@/lib/navigation/use-directory-filters'

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
  const { text, state, city, modes, levels, availability, budget, skills } = filters
  const isPlain = [text, state, city, modes, levels, availability, budget].every(({ length }) => length === 0)
  const isKept = counted !== undefined && counted > COUNTED_MAX && isPlain && skills.length <= 1
  const { data } = useQuery({ ...skillCountsQuery(kind, ''), enabled: isKept })
  if (counted === undefined) return undefined
  const [skill = ''] = skills
  const kept = isKept ? data?.find(({ slug }) => slug === skill)?.total : undefined
  return kept === undefined ? formatTotal(counted, one, many) : formatCount(kept, one, many)
}
