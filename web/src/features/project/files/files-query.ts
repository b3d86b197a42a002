import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request, requestClient } from '@/api/request/request'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { PROJECT_FILES_MAX } from '@/api/limits'
import type { Row } from '@/api/tables'
import { DOCUMENTS, DRAWINGS } from '@/lib/text/file-types'

export const BUCKET = 'projects'
export const ACCEPTED: Record<string, string[]> = { ...DOCUMENTS, ...DRAWINGS }
export const FILE_BYTES_MAX = 10 * 1024 * 1024

const DOWNLOAD_S = 60

export type ProjectFile = Pick<
  Row<'project_files'>,
  'path' | 'name' | 'audience' | 'media_type' | 'bytes' | 'created_at'
>
export type Audience = ProjectFile['audience']

/** The files of a project that the reader may read, as its company put them. */
export function projectFilesQuery(personId: string, projectId: string) {
  return queryOptions({
    queryKey: keys.projects.files(personId, projectId),
    queryFn: ({ signal }): Promise<ProjectFile[]> =>
      request((client) =>
        client
          .from('project_files')
          .select('path, name, audience, media_type, bytes, created_at')
          .eq('project_id', projectId)
          .order('position')
          .limit(PROJECT_FILES_MAX)
          .abortSignal(signal),
      ),
  })
}

export type NamedFile = Pick<ProjectFile, 'path' | 'name' | 'audience'>

/** Makes a list all that a project has. */
export function setProjectFiles(queryClient: QueryClient) {
  return {
    mutationFn: (list: { project_id: string; files: NamedFile[] }) =>
      requestOnce((client) => client.rpc('set_project_files', list)),
    onSuccess: () => void invalidate(queryClient, after.projectChange),
  }
}

/** An address that saves a file under its name, for a minute. */
export async function fileAddress({ path, name }: Pick<ProjectFile, 'path' | 'name'>): Promise<string> {
  const { signedUrl } = await requestClient((client) =>
    client.storage.from(BUCKET).createSignedUrl(path, DOWNLOAD_S, { download: name }),
  )
  return signedUrl
}
