import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import { formatReais, ofCents } from '@/lib/money'

/** What completed contracts of each model cost, in one state or in the whole country (""). */
export function referencePricesQuery(state: string) {
  return queryOptions({
    queryKey: keys.projects.referencePrices(state),
    queryFn: async ({ signal }) => {
      const rows = await request((client) =>
        client
          .rpc('list_reference_prices', state === '' ? {} : { uf: state }, { get: true })
          .abortSignal(signal),
      )
      return rows.map(({ p25, p50, p75, ...rest }) => ({
        ...rest,
        low: ofCents(p25 * 100),
        middle: ofCents(p50 * 100),
        high: ofCents(p75 * 100),
      }))
    },
  })
}

/**
 * What similar projects cost, as a sentence; in the whole country if too few are known of the state.
 * Undefined without a model, or if too few are known.
 */
export function usePriceSentence(model: string | undefined, state: string): string | undefined {
  const { data: near = [] } = useQuery({ ...referencePricesQuery(state), enabled: model !== undefined })
  const { data: all = [] } = useQuery({ ...referencePricesQuery(''), enabled: model !== undefined })
  const inState = state === '' ? undefined : near.find((row) => row.model === model)
  const found = inState ?? all.find((row) => row.model === model)
  if (found === undefined) return undefined
  const place = inState === undefined ? 'no Brasil' : `em ${state}`
  return `Projetos assim fecharam entre ${formatReais(found.low)} e ${formatReais(found.high)} ${place} (metade do meio de ${found.n} contratos concluídos).`
}
