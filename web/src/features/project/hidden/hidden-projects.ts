import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { request } from '@/api/request/request'
import { requestOnce } from '@/api/request/request-once'
import { useSession } from '@/api/session/session'
import { toast } from '@/lib/toast'

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

/** Hides a project, or shows it again. */
export function useHiding() {
  const queryClient = useQueryClient()
  const onSuccess = () => invalidate(queryClient, after.hiddenChange)
  const hide = useMutation({
    mutationFn: (project_id: string) =>
      requestOnce((client) => client.from('hidden_projects').insert({ project_id })),
    onSuccess,
  })
  const show = useMutation({
    mutationFn: (projectId: string) =>
      requestOnce((client) => client.from('hidden_projects').delete().eq('project_id', projectId)),
    onSuccess,
  })
  const onError = (error: unknown) =>
    toast({ variant: 'destructive', title: 'Não foi possível alterar', description: errorSentence(error) })
  return {
    isPending: hide.isPending || show.isPending,
    show: (projectId: string) => show.mutate(projectId, { onError }),
    hide: (projectId: string) =>
      hide.mutate(projectId, {
        onError,
        onSuccess: () =>
          toast({
            title: 'Projeto oculto',
            action: {
              label: 'Desfazer',
              altText: 'Em “ocultos”, na lista de projetos, mostre o projeto de novo',
              onClick: () => show.mutate(projectId, { onError }),
            },
          }),
      }),
  }
}
