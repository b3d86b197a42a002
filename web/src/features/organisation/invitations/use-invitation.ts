import { useQuery } from '@tanstack/react-query'
import { invitationQuery } from '@/features/organisation/queries'

/** The invitation that a token opens; an empty token is none. */
export function useInvitation(token: string) {
  const { data, error, isLoading } = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  return { data, error, isLoading }
}
