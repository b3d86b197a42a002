import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { PROJECT_LISTS_MAX } from '@/api/limits'
import { request } from '@/api/request/request'
import { requestOnce } from '@/api/request/request-once'
import type { Row } from '@/api/tables'
import type { NamedFile, ProjectFile } from '@/features/project/files/files-query'

export type IoList = Pick<
  Row<'project_io_lists'>,
  | 'id'
  | 'number'
  | 'name'
  | 'sha256'
  | 'format'
  | 'rows'
  | 'by_kind'
  | 'errors_count'
  | 'changes'
  | 'created_at'
> & {
  /** Its project's list now; null once the company has removed it. */
  file: Pick<ProjectFile, 'path' | 'name' | 'audience'> | null
}

/** Every version of a project's I/O list that the reader may read, the newest first. */
export function ioListsQuery(personId: string, projectId: string) {
  return queryOptions({
    queryKey: keys.projects.ioLists(personId, projectId),
    queryFn: ({ signal }): Promise<IoList[]> =>
      request((client) =>
        client
          .from('project_io_lists')
          .select(
            'id, number, name, sha256, format, rows, by_kind, errors_count, changes, created_at, file:project_files!file_id(path, name, audience)',
          )
          .eq('project_id', projectId)
          .order('number', { ascending: false })
          .limit(PROJECT_LISTS_MAX)
          .abortSignal(signal),
      ),
  })
}

/** What a stored file holds. Nothing is kept. */
export function readIoList(path: string) {
  return request((client) => client.rpc('read_io_list', { path }))
}

export type IoListReading = Awaited<ReturnType<typeof readIoList>>

/** Makes a stored file the I/O list of a project, in the place of the earlier one. */
export function attachIoList(queryClient: QueryClient) {
  return {
    mutationFn: (list: NamedFile & { project_id: string }) =>
      requestOnce((client) => client.rpc('attach_io_list', list)),
    onSuccess: () => void invalidate(queryClient, after.projectChange),
  }
}
