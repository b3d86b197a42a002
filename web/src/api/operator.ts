import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'

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
