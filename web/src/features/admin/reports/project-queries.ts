import type { QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate, keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { searchQuery } from '@/lib/text/search'

const PAGE_SIZE = 25

export type OpenProject = Pick<
  Row<'projects'>,
  'id' | 'number' | 'title' | 'description' | 'created_at' | 'proposals_count'
> & { owner: { company: { name: string } | null } | null }

/** Every open project, also confidential ones, that a text fits; the newest first. */
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

/** Closes a project as an administrator, who says why. */
export function closeProjectFor(queryClient: QueryClient) {
  return {
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      requestOnce((client) => client.rpc('close_project', { project_id: id, reason })),
    onSuccess: () => void invalidate(queryClient, after.moderation),
  }
}
