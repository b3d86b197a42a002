import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'

/** A placeholder in prerendered pages, which the server replaces with the institution's name. */
export const DRAWN_INSTITUTION = 'instituicao.prerender.invalid'

/**
 * The public name of the institution that holds the money of new contracts; null where the two sides
 * settle directly. Every text about payment depends on it.
 */
export function useInstitution(): string | null {
  return useQuery(configQuery()).data?.institution ?? null
}
