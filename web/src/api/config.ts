import { queryOptions, useQuery } from '@tanstack/react-query'
import { getConfig } from '@/api/client'
import { keys } from '@/api/keys'

/** The settings of the server; they do not change while the page is open. */
export function configQuery() {
  return queryOptions({ queryKey: keys.config, queryFn: getConfig, staleTime: Infinity })
}

type Operator = { contact: string; operator: string; officer: string }

/** What pages show before the settings are loaded. In prerendered pages the server replaces these values. */
const UNREAD: Operator = import.meta.env.SSR
  ? {
      contact: 'contato@prerender.invalid',
      operator: 'operador.prerender.invalid',
      officer: 'encarregado.prerender.invalid',
    }
  : { contact: '', operator: '', officer: '' }

/** Who runs this market, the data-protection officer, and the address of both. */
export function useOperator(): Operator {
  const { data } = useQuery(configQuery())
  return {
    contact: data?.contact ?? UNREAD.contact,
    operator: data?.operator ?? UNREAD.operator,
    officer: data?.officer ?? UNREAD.officer,
  }
}

/** A placeholder in prerendered pages, which the server replaces with the institution's name. */
export const DRAWN_INSTITUTION = 'instituicao.prerender.invalid'

/**
 * The public name of the institution that holds the money of new contracts; null where the two sides
 * settle directly. Every text about payment depends on it.
 */
export function useInstitution(): string | null {
  return useQuery(configQuery()).data?.institution ?? null
}
