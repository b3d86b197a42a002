import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'

/** The one address for questions, claims and the data-protection officer. */
export function useContactAddress(): string {
  const { data } = useQuery(configQuery())
  // The server writes its own address over this one in what the build has drawn.
  return data?.contact ?? 'contato@prerender.invalid'
}
