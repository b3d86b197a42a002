import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request, requestClient } from '@/api/request/request'
import { after, invalidate, keys } from '@/api/keys'
import { DEAL_FILES_MAX } from '@/api/limits'
import type { Row } from '@/api/tables'
import { uploadPaper, type ReportProgress } from '@/api/request/upload'

const BUCKET = 'deals'
const PAGE_SIZE = 20

/** A paper of a contract, such as a receipt or what was delivered. */
export type Paper = { name: string; label: string; size: number | undefined; addedAt: string | null }

/** The papers in a contract's folder, the newest first, a page at a time; their number is not told. */
export function contractFilesQuery(contractId: string) {
  return infiniteQueryOptions({
    queryKey: keys.contracts.files(contractId),
    queryFn: async ({ pageParam }): Promise<Paper[]> => {
      const stored = await requestClient((client) =>
        client.storage.from(BUCKET).list(contractId, {
          limit: PAGE_SIZE,
          offset: pageParam,
          sortBy: { column: 'created_at', order: 'desc' },
        }),
      )
      return stored.map(({ name, metadata, created_at }) => {
        const size: unknown = metadata?.size
        return {
          name: `${contractId}/${name}`,
          label: labelOf(name),
          size: typeof size === 'number' ? size : undefined,
          addedAt: created_at,
        }
      })
    },
    initialPageParam: 0,
    getNextPageParam: (last, _pages, offset) => (last.length === PAGE_SIZE ? offset + PAGE_SIZE : undefined),
  })
}

export type Attached = Pick<
  Row<'deal_files'>,
  'id' | 'milestone_id' | 'purpose' | 'name' | 'bytes' | 'sha256' | 'version' | 'path' | 'created_at'
>

/** What was made part of a contract, each with its SHA-256 and version; as many as a contract takes. */
export function attachedFilesQuery(contractId: string) {
  return queryOptions({
    queryKey: keys.contracts.attached(contractId),
    queryFn: ({ signal }): Promise<Attached[]> =>
      request((client) =>
        client
          .from('deal_files')
          .select('id, milestone_id, purpose, name, bytes, sha256, version, path, created_at')
          .eq('contract_id', contractId)
          .order('created_at', { ascending: false })
          .limit(DEAL_FILES_MAX)
          .abortSignal(signal),
      ),
  })
}

/** A file by its name, the newest version first. */
export type Versions = { name: string; versions: readonly Attached[] }

/** What was delivered with a milestone: each name once, with its versions. */
export function deliveredWith(files: readonly Attached[], milestoneId: string): Versions[] {
  const delivered = files.filter((file) => file.purpose === 'delivery' && file.milestone_id === milestoneId)
  const names = [...new Set(delivered.map(({ name }) => name))]
  return names.map((name) => ({
    name,
    versions: delivered
      .filter((file) => file.name === name)
      .toSorted((one, other) => other.version - one.version),
  }))
}

/** Makes a stored paper part of what a milestone delivers: the server reads and hashes it. */
export function attachDelivery(file: {
  contract_id: string
  milestone_id: string
  path: string
  name: string
}) {
  return requestOnce((client) => client.rpc('attach_file', { ...file, purpose: 'delivery' }))
}

/** Enough of a SHA-256 to tell two files apart at a glance. */
export function shortDigest(sha256: string): string {
  return sha256.slice(0, 12)
}

/** What a paper was called before it was given a name of its own. */
export function labelOf(name: string): string {
  const [last = ''] = name.split('/').slice(-1)
  return last.replace(/^[0-9a-f]{16}-/, '')
}

/** Stores a paper in a contract's folder and answers its name there. */
export async function addPaper(
  queryClient: QueryClient,
  contractId: string,
  file: File,
  onProgress: ReportProgress,
): Promise<string> {
  const name = await uploadPaper(BUCKET, contractId, file, onProgress)
  void invalidate(queryClient, after.contractFile(contractId))
  return name
}
