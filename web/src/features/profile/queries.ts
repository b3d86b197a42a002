import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { countedPages } from '@/api/request/counted-pages'
import { keyedPage, type Ordered } from '@/api/request/keyed-pages'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { searchQuery } from '@/lib/text/search'
import type { DirectoryFilters } from '@/lib/navigation/use-directory-filters'
import { isAvailability, isState, LEVELS } from '@/lib/work'

const PAGE_SIZE = 12

const CARD =
  'id, role, name, title, headline, location, availability, work_modes, rating, contracts_completed, counterparts, experience, skills, avatar_url, avatar_seed'

// What the order goes by and no card shows.
const LISTED = `${CARD}, reviews_count, is_complete, updated_at`

const WHOLE_FIRST: readonly Ordered[] = [
  { column: 'is_complete', ascending: false },
  { column: 'updated_at', ascending: false },
  { column: 'id', ascending: false },
]

const ORDERS = new Map<string, Ordered>([
  ['avaliacao', { column: 'rating', ascending: false, isNullable: true }],
  ['experiencia', { column: 'reviews_count', ascending: false }],
])

/** A page of the active professionals with the total; whole profiles first, the most recently updated among them, unless asked otherwise. */
export function professionalsQuery(filters: DirectoryFilters) {
  const first = ORDERS.get(filters.order)
  const orders = first ? [first, ...WHOLE_FIRST] : WHOLE_FIRST
  const paging = { pageSize: PAGE_SIZE, place: filters.place, orders }
  return keyedPage(keys.profiles.list(filters), paging, (client, counting, cut) => {
    let request = client.from('professionals').select(LISTED, counting)
    const words = searchQuery(filters.text)
    if (words !== undefined) request = request.textSearch('search', words, { config: 'automacao' })
    if (filters.skills.length > 0) request = request.overlaps('skills', filters.skills)
    if (filters.technologies.length > 0) request = request.overlaps('technologies', filters.technologies)
    if (isState(filters.state)) request = request.eq('state', filters.state)
    if (filters.city !== '') request = request.eq('city_key', filters.city)
    if (filters.modes.length > 0) request = request.overlaps('work_modes', filters.modes)
    const levels = LEVELS.filter((level) => filters.levels.includes(level))
    if (levels.length > 0) request = request.in('experience', levels)
    const availability = filters.availability.filter(isAvailability)
    if (availability.length > 0) request = request.in('availability', availability)
    return cut(request)
  })
}

const FOUND_MAX = 5

/** The professionals that fit a text, by name only. */
export function findProfessionalsQuery(text: string) {
  const words = searchQuery(text) ?? ''
  return queryOptions({
    queryKey: keys.profiles.found(words),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('professionals')
          .select('id, name, title')
          .textSearch('search', words, { config: 'automacao' })
          .order('updated_at', { ascending: false })
          .limit(FOUND_MAX)
          .abortSignal(signal),
      ),
  })
}

export type ProfessionalCardData = Awaited<ReturnType<typeof fetchProfessional>> & object

function fetchProfessional(id: string, signal: AbortSignal) {
  return request((client) =>
    client
      .from('profiles')
      .select(
        `${CARD}, contact_id, about, banner_url, profile_views, active_projects, proposals_sent, technologies`,
      )
      .eq('id', id)
      .eq('role', 'professional')
      .eq('is_party', true)
      .abortSignal(signal)
      .maybeSingle(),
  )
}

/** A professional; null when there is none. */
export function professionalQuery(id: string) {
  return queryOptions({
    queryKey: keys.profiles.professional(id),
    queryFn: ({ signal }) => fetchProfessional(id, signal),
  })
}

/** A company; null when there is none. */
export function companyQuery(id: string) {
  return queryOptions({
    queryKey: keys.profiles.company(id),
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('profiles')
          .select(
            'id, role, name, headline, about, location, created_at, avatar_url, avatar_seed, banner_url, contact_id',
          )
          .eq('id', id)
          .eq('role', 'company')
          .eq('is_party', true)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

const PORTFOLIO_PAGE_SIZE = 12

export type PortfolioItem = Pick<
  Row<'portfolio_projects'>,
  'id' | 'title' | 'role' | 'description' | 'technologies' | 'image_urls'
>

/** What professionals show of their work, a page at a time, in the order they chose. */
export function publicPortfolioQuery(professionalId: string) {
  return countedPages(keys.profiles.portfolio(professionalId), PORTFOLIO_PAGE_SIZE, (client) =>
    client
      .from('portfolio_projects')
      .select('id, title, role, description, technologies, image_urls', { count: 'estimated' })
      .eq('profile_id', professionalId)
      .order('position')
      .order('created_at', { ascending: false })
      .order('id'),
  )
}

const PROJECTS_PAGE_SIZE = 20

/** A company's open projects a page at a time, the newest first. */
export function openProjectsQuery(companyId: string) {
  return countedPages(keys.projects.openOf(companyId), PROJECTS_PAGE_SIZE, (client) =>
    client
      .from('projects')
      .select('id, number, title, budget', { count: 'estimated' })
      .eq('company_id', companyId)
      .eq('status', 'open')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false }),
  )
}

const TECHNOLOGIES_MAX = 30

export type PublicTechnology = Awaited<ReturnType<typeof fetchTechnologies>>[number]

function fetchTechnologies(professionalId: string, signal: AbortSignal) {
  return request((client) =>
    client
      .from('profile_technologies')
      .select('technology, level, years, known:technologies!technology(name)')
      .eq('profile_id', professionalId)
      .limit(TECHNOLOGIES_MAX)
      .abortSignal(signal),
  )
}

/** The technologies of a professional, with level and years. */
export function publicTechnologiesQuery(professionalId: string) {
  return queryOptions({
    queryKey: keys.profiles.publicTechnologies(professionalId),
    queryFn: ({ signal }) => fetchTechnologies(professionalId, signal),
  })
}
