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

/** The catalogue as options: `S7-1500 · Siemens`. It is loaded once it is wanted. */
export function useTechnologyOptions(isWanted = true) {
  const { data } = useQuery({ ...technologiesQuery(), enabled: isWanted })
  return (data ?? []).map(({ slug, name, vendor }) => ({ value: slug, label: `${name} · ${vendor}` }))
}

function namesQuery(slugs: readonly string[]) {
  return queryOptions({
    queryKey: keys.technologiesOf('named', slugs.join()),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('technologies')
          .select('slug, name')
          .in('slug', slugs)
          .limit(slugs.length)
          .abortSignal(signal),
      ),
    enabled: slugs.length > 0,
    staleTime: Infinity,
  })
}

/** The names of some technologies; until they are loaded, a slug is its own name. */
export function useTechnologyNames(slugs: readonly string[]): string[] {
  const { data } = useQuery(namesQuery(slugs))
  const names = new Map((data ?? []).map(({ slug, name }) => [slug, name]))
  return slugs.map((slug) => names.get(slug) ?? slug)
}

/** The technologies that a text names, best first. */
export function suggestedTechnologiesQuery(text: string) {
  return queryOptions({
    queryKey: keys.technologiesOf('suggested', text),
    queryFn: ({ signal }) =>
      request((client) => client.rpc('suggest_technologies', { text }).abortSignal(signal)),
    enabled: text.trim() !== '',
    staleTime: Infinity,
  })
}
