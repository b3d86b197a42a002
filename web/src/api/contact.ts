import { useQuery } from '@tanstack/react-query'
import { getConfig } from '@/api/client'

/** The one address for questions, claims and the data-protection officer. */
export function useContactAddress(): string {
  const { data } = useQuery({
    queryKey: ['contact'],
    queryFn: async () => (await getConfig()).contact,
    staleTime: Infinity,
  })
  // The server writes its own address over this one in what the build has drawn.
  return data ?? 'contato@prerender.invalid'
}
