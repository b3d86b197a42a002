import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '@/api/ask'

/** The catalogue of areas of work. It changes with a release, not with use. */
export function skillsQuery() {
  return queryOptions({
    queryKey: ['skills'],
    queryFn: ({ signal }) =>
      ask((client) =>
        client.from('skills').select('slug, name, label, area').order('position').abortSignal(signal),
      ),
    staleTime: Infinity,
  })
}

/** The catalogue as options of a select, by the short label. */
export function useSkillOptions() {
  const { data } = useQuery(skillsQuery())
  return (data ?? []).map((skill) => ({ value: skill.slug, label: skill.label }))
}

/** Turns slugs into labels; a slug stands for itself until the catalogue is there. */
export function useSkillLabels(): (slugs: readonly string[]) => string[] {
  const { data } = useQuery(skillsQuery())
  const labels = new Map((data ?? []).map((skill) => [skill.slug, skill.label]))
  return (slugs) => slugs.map((slug) => labels.get(slug) ?? slug)
}
