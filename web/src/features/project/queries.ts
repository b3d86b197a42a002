import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keyedPage, type Ordered } from '@/api/request/keyed-pages'
import { keys } from '@/api/keys'
import { searchQuery } from '@/lib/text/search'
import { rangeOf, type DirectoryFilters } from '@/lib/navigation/use-directory-filters'
import { isState, isWorkMode, LEVELS } from '@/lib/work'

const PAGE_SIZE = 12

export const COLUMNS =
  'id, number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, technologies, city, state, work_mode, starts_on, status, revision, proposals_count, files_count, scope_clarity, scope_model:scope->>model, is_confidential, created_at, company:profiles!company_id(id, name, avatar_url, avatar_seed)'

const NEWEST: readonly Ordered[] = [
  { column: 'created_at', ascending: false },
  { column: 'id', ascending: false },
]

const ORDERS = new Map<string, Ordered>([
  ['prazo', { column: 'deadline_on', ascending: true, isNullable: true }],
  ['orcamento', { column: 'budget_max_cents', ascending: false, isNullable: true }],
  ['propostas', { column: 'proposals_count', ascending: true }],
])

/** A page of the open projects with the total; newest first unless asked otherwise. */
export function projectsQuery(filters: DirectoryFilters) {
  const first = ORDERS.get(filters.order)
  const paging = { pageSize: PAGE_SIZE, place: filters.place, orders: first ? [first, ...NEWEST] : NEWEST }
  return keyedPage(keys.projects.list(filters), paging, (client, counting, cut) => {
    let request = client.from('projects').select(COLUMNS, counting).eq('status', 'open')
    const words = searchQuery(filters.text)
    if (words !== undefined) request = request.textSearch('search', words, { config: 'automacao' })
    if (filters.skills.length > 0) request = request.overlaps('skills', filters.skills)
    if (filters.technologies.length > 0) request = request.overlaps('technologies', filters.technologies)
    if (isState(filters.state)) request = request.eq('state', filters.state)
    if (filters.city !== '') request = request.eq('city_key', filters.city)
    const modes = filters.modes.filter(isWorkMode)
    if (modes.length > 0) request = request.in('work_mode', modes)
    const levels = LEVELS.filter((level) => filters.levels.includes(level))
    if (levels.length > 0) request = request.in('experience_level', levels)
    // Ranges that meet: what may cost that much, whatever else it may cost.
    const range = rangeOf(filters.budget)
    if (range?.min !== undefined) request = request.gte('budget_max_cents', range.min)
    if (range?.max !== undefined) request = request.lte('budget_min_cents', range.max)
    return cut(request)
  })
}

const FOUND_MAX = 5

/** The newest open projects that fit a text, by name only. */
export function findProjectsQuery(text: string) {
  const words = searchQuery(text) ?? ''
  return queryOptions({
    queryKey: keys.projects.found(words),
    queryFn: ({ signal }) =>
      request((client) =>
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
  return request((client) =>
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

/** What a project's page says of its company, beyond the name; null when there is none to read. */
export function publisherQuery(companyId: string) {
  return queryOptions({
    queryKey: keys.profiles.publisher(companyId),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('profiles')
          .select('id, headline, location, about, rating, reviews_count, created_at')
          .eq('id', companyId)
          .eq('role', 'company')
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

const SIMILAR_MAX = 3

/** Other open projects that ask for some of the same, the newest first. */
export function similarProjectsQuery({ id, skills }: Pick<Project, 'id' | 'skills'>) {
  return queryOptions({
    queryKey: keys.projects.similar(id, skills),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('projects')
          .select('id, number, title, budget, city, state, work_mode')
          .eq('status', 'open')
          .overlaps('skills', skills)
          .neq('id', id)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(SIMILAR_MAX)
          .abortSignal(signal),
      ),
  })
}
