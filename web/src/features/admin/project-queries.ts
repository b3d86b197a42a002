import type { QueryClient } from '@tanstack/react-query'
import { act } from '@/api/act'
import { countedPages } from '@/api/counted-pages'
import { after, invalidate, keys } from '@/api/keys'
import type { Row } from '@/api/tables'

const PAGE_SIZE = 25

export type OpenProject = Pick<
  Row<'projects'>,
  'id' | 'number' | 'title' | 'description' | 'created_at' | 'proposals_count'
> & { owner: { company: { name: string } | null } | null }

/** Every open project, also confidential ones, the newest first. */
export function openProjectsQuery() {
  return countedPages(keys.admin.projects, PAGE_SIZE, (client) =>
    client
      .from('projects')
      .select(
        'id, number, title, description, created_at, proposals_count, owner:project_owners(company:profiles!company_id(name))',
        { count: 'exact' },
      )
      .eq('status', 'open')
      .order('created_at', { ascending: false })
      .order('id', { ascending: false }),
  )
}

/** Closes a project as an administrator, who says why. */
export function closeProjectFor(queryClient: QueryClient) {
  return {
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      act((client) => client.rpc('close_project', { project_id: id, reason })),
    onSuccess: () => void invalidate(queryClient, after.moderation),
  }
}
