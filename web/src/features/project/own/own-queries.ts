import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Insert, Update } from '@/api/tables'
import { COLUMNS } from '@/features/project/queries'
import type { ProjectStatus } from '@/features/project/text'

const PAGE_SIZE = 12
const OWN = `${COLUMNS}, owner:project_owners!project_id!inner(company_id)`

/** A company's own projects, confidential ones included, newest first; an empty status is all of them. */
export function ownProjectsQuery(companyId: string, status: ProjectStatus | '' = '') {
  return countedPages(keys.projects.ownList(companyId, status), PAGE_SIZE, (client) => {
    // One proposal of any state, also a withdrawn one: such a project is closed, and not deleted.
    let request = client
      .from('projects')
      .select(`${OWN}, answers:proposals!project_id(id)`, { count: 'estimated' })
      .eq('owner.company_id', companyId)
      .limit(1, { referencedTable: 'answers' })
    if (status !== '') request = request.eq('status', status)
    return request.order('created_at', { ascending: false }).order('id', { ascending: false })
  })
}

/** How many projects a company has in each state, and how many proposals they received. */
export function ownFiguresQuery(companyId: string) {
  return queryOptions({
    queryKey: keys.projects.ownFigures(companyId),
    queryFn: ({ signal }) =>
      request((client) => client.rpc('my_project_figures', { party: companyId }).abortSignal(signal)),
    select: (rows) => (wanted: string) => {
      const counted = rows.filter(({ status }) => wanted === '' || status === wanted)
      return {
        projects: counted.reduce((sum, row) => sum + row.projects, 0),
        proposals: counted.reduce((sum, row) => sum + row.proposals, 0),
      }
    },
  })
}

/** A project of one of the person's companies; null when it is somebody else's, whom only its company can tell. */
export function ownProjectQuery(projectId: string, personId: string) {
  return queryOptions({
    queryKey: keys.projects.ownOne(personId, projectId),
    queryFn: ({ signal }) =>
      request((client) =>
        client.from('projects').select(`${OWN}, scope`).eq('id', projectId).abortSignal(signal).maybeSingle(),
      ),
  })
}

export function publishProject(queryClient: QueryClient) {
  return {
    mutationFn: (project: Insert<'projects'>) =>
      requestOnce((client) => client.from('projects').insert(project)),
    onSuccess: () => void invalidate(queryClient, after.projectChange),
  }
}

export function editProject(queryClient: QueryClient, id: string) {
  return {
    mutationFn: (changes: Update<'projects'>) =>
      requestOnce((client) => client.from('projects').update(changes).eq('id', id).select('id').single()),
    onSuccess: () => void invalidate(queryClient, after.projectChange),
  }
}

export function deleteProject(queryClient: QueryClient) {
  return {
    mutationFn: (id: string) => requestOnce((client) => client.rpc('delete_project', { project_id: id })),
    onSuccess: () => void invalidate(queryClient, after.projectChange),
  }
}
