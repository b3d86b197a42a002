import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { askClient } from '@/api/ask'
import { after, invalidate, keys } from '@/api/keys'
import { uploadPaper, type ReportProgress } from '@/api/upload'

const BUCKET = 'deals'
const FILES_MAX = 200
const SIGNED_S = 60

/** A paper of a contract, such as a receipt or what was delivered. */
export type Paper = { name: string; label: string; size: number | undefined; addedAt: string | null }

/** The papers in a contract's folder, the newest first. */
export function contractFilesQuery(contractId: string) {
  return queryOptions({
    queryKey: keys.contracts.files(contractId),
    queryFn: async (): Promise<Paper[]> => {
      const stored = await askClient((client) =>
        client.storage
          .from(BUCKET)
          .list(contractId, { limit: FILES_MAX, sortBy: { column: 'created_at', order: 'desc' } }),
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
  })
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

/** An address that shows a paper for a minute, to whoever has it. */
export async function paperAddress(name: string): Promise<string> {
  const { signedUrl } = await askClient((client) =>
    client.storage.from(BUCKET).createSignedUrl(name, SIGNED_S, { download: labelOf(name) }),
  )
  return signedUrl
}
