import { queryOptions, type QueryClient, useQuery } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { uploadPicture } from '@/api/request/upload'
import { likePattern } from './text'
import { searchQuery } from '@/lib/text/search'

const PAGE_SIZE = 25

export type UserFilters = {
  text: string
  role: Row<'profiles'>['role'] | ''
  status: Row<'profiles'>['status'] | ''
  order: string
}

/** All users with an account, searchable by name or e-mail. */
export function usersQuery(filters: UserFilters) {
  return countedPages(keys.admin.users(filters), PAGE_SIZE, (client) => {
    let request = client
      .from('accounts')
      .select(
        'profile_id, email, created_at, profile:profiles!profile_id!inner(id, name, role, status, avatar_url, avatar_seed)',
        { count: 'estimated' },
      )
    if (filters.text.trim() !== '') request = request.like('words', likePattern(filters.text))
    if (filters.role !== '') request = request.eq('profile.role', filters.role)
    if (filters.status !== '') request = request.eq('profile.status', filters.status)
    const ascending = filters.order === 'antigos'
    return request.order('created_at', { ascending }).order('profile_id', { ascending })
  })
}

export type User = {
  profile_id: string
  email: string
  created_at: string
  profile: Pick<Row<'profiles'>, 'id' | 'name' | 'role' | 'status' | 'avatar_url' | 'avatar_seed'>
}

/** Accounts that lack a document and the acceptance of the terms, the newest first. */
export function unfinishedQuery() {
  return countedPages(keys.admin.registrations, PAGE_SIZE, (client) =>
    client
      .from('registrations')
      .select('user_id, email, name, role, created_at', { count: 'estimated' })
      .order('created_at', { ascending: false })
      .order('user_id', { ascending: false }),
  )
}

export type Unfinished = Pick<Row<'registrations'>, 'user_id' | 'email' | 'name' | 'role' | 'created_at'>

export function setStatus(queryClient: QueryClient) {
  return {
    mutationFn: ({ id, status }: { id: string; status: 'active' | 'blocked' }) =>
      requestOnce((client) =>
        client.rpc(status === 'active' ? 'activate_user' : 'block_user', { user_id: id }),
      ),
    onSuccess: () => void invalidate(queryClient, after.moderation),
  }
}

export function siteImageRowsQuery() {
  return queryOptions({
    queryKey: keys.siteImages.rows,
    queryFn: ({ signal }) =>
      request((client) =>
        client.from('site_images').select('key, name, url').order('key').limit(50).abortSignal(signal),
      ),
  })
}

export function saveSiteImage(queryClient: QueryClient) {
  return {
    mutationFn: ({ key, url }: { key: string; url: string }) =>
      request((client) => client.from('site_images').update({ url }).eq('key', key).select('key').single()),
    onSuccess: () => invalidate(queryClient, after.siteImageChange),
  }
}

/** Stores a picture under the key that it replaces and returns its address. */
export function uploadSiteImage(key: string, file: File, onProgress: (share: number) => void) {
  return uploadPicture(`site-images/${key}-${Date.now()}`, file, onProgress)
}

const REPORT =
  'id, number, kind, subject_id, excerpt, reason, details, status, decision, decided_at, created_at, profile:profiles!profile_id(id, name, role, status), reporter:profiles!reporter_id(id, name)'

export function reportsQuery(status: Report['status']) {
  return countedPages(keys.admin.reports(status), PAGE_SIZE, (client) => {
    const request = client.from('reports').select(REPORT, { count: 'estimated' }).eq('status', status)
    return request.order('created_at', { ascending: false }).order('id', { ascending: false })
  })
}

export type Report = {
  id: string
  number: number
  kind: Row<'reports'>['kind']
  subject_id: string
  excerpt: string
  reason: Row<'reports'>['reason']
  details: string
  status: Row<'reports'>['status']
  decision: string | null
  decided_at: string | null
  created_at: string
  profile: Pick<Row<'profiles'>, 'id' | 'name' | 'role' | 'status'> | null
  reporter: { id: string; name: string } | null
}

/** The title of a reported project; undefined when the project no longer exists. */
export function projectTitleQuery(projectId: string) {
  return queryOptions({
    queryKey: keys.admin.projectTitle(projectId),
    queryFn: ({ signal }) =>
      request((client) =>
        client.from('projects').select('title').eq('id', projectId).abortSignal(signal).maybeSingle(),
      ),
    select: (found) => found?.title,
  })
}

export function decideReport(queryClient: QueryClient) {
  return {
    mutationFn: (decision: { report_id: string; status: string; decision: string }) =>
      requestOnce((client) => client.rpc('decide_report', decision)),
    onSuccess: () => void invalidate(queryClient, after.moderation),
  }
}

export function closeReportedProject(queryClient: QueryClient) {
  return {
    mutationFn: (id: string) =>
      requestOnce((client) =>
        client.rpc('close_project', { project_id: id, reason: 'Encerrado pela moderação.' }),
      ),
    onSuccess: () => void invalidate(queryClient, after.moderation),
  }
}

export function auditQuery(action: Row<'audit_log'>['action'] | '') {
  return countedPages(keys.admin.audit(action), PAGE_SIZE, (client) => {
    let request = client
      .from('audit_log')
      .select('id, action, subject_kind, subject_label, details, created_at, actor:profiles!actor_id(name)', {
        count: 'estimated',
      })
    if (action !== '') request = request.eq('action', action)
    return request.order('created_at', { ascending: false }).order('id', { ascending: false })
  })
}

export function overviewQuery() {
  return queryOptions({
    queryKey: keys.admin.overview,
    queryFn: async ({ signal }) => {
      const [figures] = await request((client) => client.rpc('market_overview', {}).abortSignal(signal))
      return figures ?? null
    },
  })
}

export type Overview = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof overviewQuery>['queryFn']>>>
>

export function marketActivityQuery(days: number) {
  return queryOptions({
    queryKey: keys.admin.activity(days),
    queryFn: ({ signal }) => request((client) => client.rpc('market_activity', { days }).abortSignal(signal)),
  })
}

/** The figures of moderation, and whether they are loading for the first time. */
export function useMarketFigures() {
  const { data, isLoading } = useQuery(overviewQuery())
  return { data, isLoading }
}

export type OpenProject = Pick<
  Row<'projects'>,
  'id' | 'number' | 'title' | 'description' | 'created_at' | 'proposals_count'
> & { owner: { company: { name: string } | null } | null }

/** Open projects that match a text, confidential ones included, newest first. */
export function openProjectsQuery(text: string) {
  const words = searchQuery(text)
  return countedPages(keys.admin.projects(words), PAGE_SIZE, (client) => {
    const request = client
      .from('projects')
      .select(
        'id, number, title, description, created_at, proposals_count, owner:project_owners!project_id(company:profiles!company_id(name))',
        { count: 'estimated' },
      )
      .eq('status', 'open')
    const found = words === undefined ? request : request.textSearch('search', words, { config: 'automacao' })
    return found.order('created_at', { ascending: false }).order('id', { ascending: false })
  })
}

/** Closes a project as an administrator, with a reason. */
export function closeProjectFor(queryClient: QueryClient) {
  return {
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      requestOnce((client) => client.rpc('close_project', { project_id: id, reason })),
    onSuccess: () => void invalidate(queryClient, after.moderation),
  }
}
