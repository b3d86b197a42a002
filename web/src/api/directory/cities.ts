import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'

type Kind = 'projects' | 'professionals'

/** The cities of a state that occur in one directory or in both, the most frequent first. */
export function citiesQuery(state: string, kind: Kind | undefined) {
  return queryOptions({
    queryKey: keys.projects.cities(state, kind ?? 'both'),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .rpc('count_cities', { in_state: state, ...(kind === undefined ? {} : { kind }) }, { get: true })
          .abortSignal(signal),
      ),
    enabled: state !== '',
  })
}

/** Those cities as options with their counts; the chosen city is included even when it has no results. */
export function useCityOptions(state: string, chosen: string, kind?: Kind) {
  const { data = [] } = useQuery(citiesQuery(state, kind))
  const options = data.map(({ key, city, total }) => ({ value: key, label: city, count: total }))
  return chosen === '' || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen, count: 0 }]
}

/** The municipalities whose names start with a text: at most eight, of one state if it is given. */
export function useKnownCities(typed: string, state = '') {
  const words = useDeferredValue(typed.trim())
  const { data = [] } = useQuery({
    queryKey: keys.projects.knownCities(words, state),
    queryFn: ({ signal }) =>
      request((client) =>
        client.rpc('suggest_cities', { words, in_state: state }, { get: true }).abortSignal(signal),
      ),
    enabled: words.length > 1,
    staleTime: Infinity,
    // While the person types, the previous results stay; they do not count as results of the new text.
    placeholderData: (found, query) => (words.startsWith(query?.queryKey[2] ?? ' ') ? found : undefined),
  })
  return words.length > 1 ? data : []
}
