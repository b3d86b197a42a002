import { useQuery } from '@tanstack/react-query'
import { usePerson } from '@/api/session/session'
import { partnersWaiting, todosQuery } from '@/features/todo/queries'

/** The parties in whose contracts the person has something to do; undefined while it is unknown. */
export function usePartnersWaiting(): ReadonlySet<string> | undefined {
  const { profile, party } = usePerson()
  const { data } = useQuery({
    ...todosQuery(party?.id ?? profile.id),
    enabled: party !== null && party.role !== 'admin',
    select: partnersWaiting,
  })
  return data
}
