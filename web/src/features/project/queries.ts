import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { countedPages } from '@/api/counted-pages'
import { after, invalidate, keys } from '@/api/keys'
import type { Insert, Update } from '@/api/tables'
import { searchQuery } from '@/lib/search'
import type { DirectoryFilters } from '@/lib/use-directory-filters'
import type { ProjectStatus } from '@/features/project/text'

const PAGE_SIZE = 12

const COLUMNS =
  'id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, status, revision, proposals_count, is_confidential, created_at, company:profiles!company_id(id, name, avatar_url, avatar_seed)'

const ORDERS: Record<string, { column: string; ascending: boolean } | undefined> = {
  prazo: { column: 'deadline_on', ascending: true },
  orcamento: { column: 'budget_max_cents', ascending: false },
  propostas: { column: 'proposals_count', ascending: true },
}

/** Open projects a page at a time with the total; newest first unless asked otherwise. */
export function projectsQuery(filters: DirectoryFilters) {
  return countedPages(keys.projects.list(filters), PAGE_SIZE, (client) => {
    let request = client.from('projects').select(COLUMNS, { count: 'exact' }).eq('status', 'open')
    const words = searchQuery(filters.text)
    if (words !== undefined) request = request.textSearch('search', words, { config: 'automacao' })
    if (filters.skills.length > 0) request = request.overlaps('skills', filters.skills)
    const order = ORDERS[filters.order]
    if (order) request = request.order(order.column, { ascending: order.ascending, nullsFirst: false })
    return request.order('created_at', { ascending: false }).order('id', { ascending: false })
  })
}

const FOUND_MAX = 5

/** The newest open projects that fit a text, by name only. */
export function findProjectsQuery(text: string) {
  const words = searchQuery(text) ?? ''
  return queryOptions({
    queryKey: keys.projects.found(words),
    queryFn: ({ signal }) =>
      ask((client) =>
        client
          .from('projects')
          .select('id, title')
          .eq('status', 'open')
          .textSearch('search', words, { config: 'automacao' })
          .order('created_at', { ascending: false })
          .limit(FOUND_MAX)
          .abortSignal(signal),
      ),
  })
}

export type Project = Awaited<ReturnType<typeof fetchProject>> & object

async function fetchProject(id: string, signal: AbortSignal) {
  return ask((client) =>
    client.from('projects').select(COLUMNS).eq('id', id).abortSignal(signal).maybeSingle(),
  )
}

/** One project; null when there is none. */
export function projectQuery(id: string) {
  return queryOptions({
    queryKey: keys.projects.one(id),
    queryFn: ({ signal }) => fetchProject(id, signal),
  })
}

const OWN = `${COLUMNS}, owner:project_owners!inner(company_id)`

/** A company's own projects, confidential ones included, newest first; an empty status is all of them. */
export function ownProjectsQuery(companyId: string, status: ProjectStatus | '' = '') {
  return countedPages(keys.projects.ownList(companyId, status), PAGE_SIZE, (client) => {
    let request = client.from('projects').select(OWN, { count: 'exact' }).eq('owner.company_id', companyId)
    if (status !== '') request = request.eq('status', status)
    return request.order('created_at', { ascending: false }).order('id', { ascending: false })
  })
}

/** How many projects a company has in each state, and how many proposals they received. */
export function ownFiguresQuery(companyId: string) {
  return queryOptions({
    queryKey: keys.projects.ownFigures(companyId),
    queryFn: ({ signal }) =>
      ask((client) => client.rpc('my_project_figures', { party: companyId }).abortSignal(signal)),
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
      ask((client) =>
        client.from('projects').select(OWN).eq('id', projectId).abortSignal(signal).maybeSingle(),
      ),
  })
}

/** Open projects that ask for what a professional does. */
export function recommendedProjectsQuery(skills: readonly string[]) {
  return queryOptions({
    queryKey: keys.projects.recommended(skills),
    queryFn: ({ signal }) =>
      ask((client) =>
        client
          .from('projects')
          .select(COLUMNS)
          .eq('status', 'open')
          .overlaps('skills', skills)
          .order('created_at', { ascending: false })
          .limit(3)
          .abortSignal(signal),
      ),
    enabled: skills.length > 0,
  })
}

export function publishProject(queryClient: QueryClient) {
  return {
    mutationFn: (project: Insert<'projects'>) => ask((client) => client.from('projects').insert(project)),
    onSuccess: () => void invalidate(queryClient, after.projectChange),
  }
}

export function editProject(queryClient: QueryClient, id: string) {
  return {
    mutationFn: (changes: Update<'projects'>) =>
      ask((client) => client.from('projects').update(changes).eq('id', id).select('id').single()),
    onSuccess: () => void invalidate(queryClient, after.projectChange),
  }
}

export function deleteProject(queryClient: QueryClient) {
  return {
    mutationFn: (id: string) => ask((client) => client.rpc('delete_project', { project_id: id })),
    onSuccess: () => void invalidate(queryClient, after.projectChange),
  }
}
