import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'

const CATALOGUE_MAX = 1000

/** The catalogue of technologies. It changes with a release only. */
export function technologiesQuery() {
  return queryOptions({
    queryKey: keys.technologies,
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('technologies')
          .select('slug, name, vendor')
          .order('name')
          .limit(CATALOGUE_MAX)
          .abortSignal(signal),
      ),
    staleTime: Infinity,
  })
}

/** The catalogue as options: `S7-1500 · Siemens`. */
export function useTechnologyOptions() {
  const { data } = useQuery(technologiesQuery())
  return (data ?? []).map(({ slug, name, vendor }) => ({ value: slug, label: `${name} · ${vendor}` }))
}

/** Turns slugs into names; until the catalogue is loaded, a slug is its own name. */
export function useTechnologyNames(): (slugs: readonly string[]) => string[] {
  const { data } = useQuery(technologiesQuery())
  const names = new Map((data ?? []).map(({ slug, name }) => [slug, name]))
  return (slugs) => slugs.map((slug) => names.get(slug) ?? slug)
}

/** The technologies that a text names, best first. */
export function suggestedTechnologiesQuery(text: string) {
  return queryOptions({
    queryKey: keys.suggestedTechnologies(text),
    queryFn: ({ signal }) =>
      request((client) => client.rpc('suggest_technologies', { text }).abortSignal(signal)),
    enabled: text.trim() !== '',
    staleTime: Infinity,
  })
}
