import { queryOptions, useQuery } from '@tanstack/react-query'
import { keys } from '@/api/keys'
import { request } from '@/api/request/request'
import { useSession } from '@/api/session/session'

/** As many as a person may hide. */
const HIDDEN_MAX = 1000

function hiddenQuery(personId: string) {
  return queryOptions({
    queryKey: keys.hidden.of(personId),
    queryFn: ({ signal }) =>
      request((client) =>
        client.from('hidden_projects').select('project_id').limit(HIDDEN_MAX).abortSignal(signal),
      ),
  })
}

/** The projects that the professional does not want to see again; undefined for everybody else. */
export function useHiddenProjects(): ReadonlySet<string> | undefined {
  const state = useSession()
  const isProfessional = state.status === 'signed-in' && state.party?.role === 'professional'
  const personId = isProfessional ? state.profile.id : ''
  const { data } = useQuery({ ...hiddenQuery(personId), enabled: isProfessional })
  return isProfessional ? new Set(data?.map(({ project_id }) => project_id)) : undefined
}
