import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import { searchQuery } from '@/lib/text/search'

/** The skill catalogue. It changes with a release only. */
export function skillsQuery() {
  return queryOptions({
    queryKey: keys.skills,
    queryFn: ({ signal }) =>
      request((client) =>
        client.from('skills').select('slug, name, label, area').order('position').abortSignal(signal),
      ),
    staleTime: Infinity,
  })
}

/** The skill catalogue as options with short labels. */
export function useSkillOptions() {
  const { data } = useQuery(skillsQuery())
  return (data ?? []).map((skill) => ({ value: skill.slug, label: skill.label }))
}

/**
 * The number of results of each skill for a text, or for the whole directory; empty where there are too
 * many to count.
 */
export function skillCountsQuery(kind: 'projects' | 'professionals', text: string) {
  const words = searchQuery(text)
  return queryOptions({
    queryKey: keys[kind === 'projects' ? 'projects' : 'profiles'].skillCounts(words),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .rpc('count_skills', { kind, ...(words === undefined ? {} : { words }) }, { get: true })
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  })
}

/**
 * The skill catalogue as options with counts, the most frequent first; ties keep the order of the
 * catalogue.
 */
export function useCountedSkillOptions(kind: 'projects' | 'professionals', text: string) {
  const options = useSkillOptions()
  const { data } = useQuery(skillCountsQuery(kind, text))
  if (data === undefined || data.length === 0) return options
  const counts = new Map(data.map(({ slug, total }) => [slug, total]))
  return options
    .map((option) => ({ ...option, count: counts.get(option.value) ?? 0 }))
    .toSorted((one, other) => other.count - one.count)
}

/** Turns slugs into labels; until the catalogue is loaded, a slug is its own label. */
export function useSkillLabels(): (slugs: readonly string[]) => string[] {
  const { data } = useQuery(skillsQuery())
  const labels = new Map((data ?? []).map((skill) => [skill.slug, skill.label]))
  return (slugs) => slugs.map((slug) => labels.get(slug) ?? slug)
}
