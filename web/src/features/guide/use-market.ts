import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'
import type { Blanks } from '@/features/guide/examples'

/** What pages say before the settings are read; over what the build draws the server writes its own. */
const UNREAD = import.meta.env.SSR
  ? { url: 'https://mercado.prerender.invalid', key: 'chave.prerender.invalid' }
  : { url: window.location.origin, key: '…' }
const SOMEBODY = { email: 'voce@exemplo.com.br', password: 'sua-senha' }

/** This market, as examples name it: in a demonstration the account is there to be tried. */
export function useMarket(): Blanks & { isDemo: boolean } {
  const { data } = useQuery(configQuery())
  const accounts = data?.testAccounts ?? []
  const { email, password } = accounts.find(({ role }) => role === 'company') ?? SOMEBODY
  return {
    url: data?.url ?? UNREAD.url,
    key: data?.anonKey ?? UNREAD.key,
    email,
    password,
    isDemo: accounts.length > 0,
  }
}
