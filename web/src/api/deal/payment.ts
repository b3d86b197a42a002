import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'

/** Stands in drawn pages for the institution, which the build does not know; the server writes its name over it. */
export const DRAWN_INSTITUTION = 'instituicao.prerender.invalid'

/**
 * Who holds the money of contracts from now on, by the name that people are told; null where the two
 * sides settle directly. Every text about payment follows it.
 */
export function useInstitution(): string | null {
  return useQuery(configQuery()).data?.institution ?? null
}
