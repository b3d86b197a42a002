import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { DEAL_FILES_MAX } from '@/api/limits'
import { request, requestClient } from '@/api/request/request'
import { requestOnce } from '@/api/request/request-once'
import { savePdf } from '@/api/request/save-file'
import { uploadPaper, type ReportProgress } from '@/api/request/upload'
import type { Row } from '@/api/tables'

const BUCKET = 'deals'
const FILES_PAGE_SIZE = 20

/** A file of a contract, such as a receipt or a delivery. */
export type Paper = { name: string; label: string; size: number | undefined; addedAt: string | null }

/** The files in a contract's folder, the newest first, in pages without a total. */
export function contractFilesQuery(contractId: string) {
  return infiniteQueryOptions({
    queryKey: keys.contracts.files(contractId),
    queryFn: async ({ pageParam }): Promise<Paper[]> => {
      const stored = await requestClient((client) =>
        client.storage.from(BUCKET).list(contractId, {
          limit: FILES_PAGE_SIZE,
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
    getNextPageParam: (last, _pages, offset) =>
      last.length === FILES_PAGE_SIZE ? offset + FILES_PAGE_SIZE : undefined,
  })
}

export type Attached = Pick<
  Row<'deal_files'>,
  'id' | 'milestone_id' | 'purpose' | 'name' | 'bytes' | 'sha256' | 'version' | 'path' | 'created_at'
>

/** The files that are part of a contract, each with its SHA-256 and version. */
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

/** The versions of a file, the newest first. */
export type Versions = { name: string; versions: readonly Attached[] }

/** The delivered files of a milestone: each name once, with its versions. */
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

/** Makes a stored file part of a delivery: the server reads and hashes it. */
export function attachDelivery(file: {
  contract_id: string
  milestone_id: string
  path: string
  name: string
}) {
  return requestOnce((client) => client.rpc('attach_file', { ...file, purpose: 'delivery' }))
}

/** The start of a SHA-256, enough to tell two files apart. */
export function shortDigest(sha256: string): string {
  return sha256.slice(0, 12)
}

/** The original name of a stored file. */
export function labelOf(name: string): string {
  const [last = ''] = name.split('/').slice(-1)
  return last.replace(/^[0-9a-f]{16}-/, '')
}

/** Stores a file in a contract's folder and returns its name there. */
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

/** The text that both sides accepted, with the acceptances. It never changes. */
export function contractDocumentQuery(contractId: string) {
  return queryOptions({
    queryKey: keys.contracts.document(contractId),
    queryFn: ({ signal }) =>
      request((client) =>
        client.rpc('read_contract_document', { contract_id: contractId }).abortSignal(signal),
      ),
  })
}

/** Downloads the document as PDF. */
export async function printContract(contractId: string): Promise<void> {
  savePdf(await request((client) => client.rpc('print_contract_document', { contract_id: contractId })))
}

export type ContractEvent = Pick<
  Row<'contract_events'>,
  'id' | 'action' | 'to_status' | 'milestone_id' | 'actor_id' | 'party_id' | 'reason' | 'created_at'
> & { actor: { name: string } | null; milestone: { position: number; title: string } | null }

const EVENTS_PAGE_SIZE = 30

/** The events of a contract and its milestones, the newest first, in pages. */
export function contractEventsQuery(contractId: string) {
  return infiniteQueryOptions({
    queryKey: keys.contracts.events(contractId),
    queryFn: ({ pageParam, signal }): Promise<ContractEvent[]> =>
      request((client) =>
        client
          .from('contract_events')
          .select(
            'id, action, to_status, milestone_id, actor_id, party_id, reason, created_at, actor:profiles!actor_id(name), milestone:milestones!milestone_id(position, title)',
          )
          .eq('contract_id', contractId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .range(pageParam, pageParam + EVENTS_PAGE_SIZE - 1)
          .abortSignal(signal),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, offset) =>
      last.length === EVENTS_PAGE_SIZE ? offset + EVENTS_PAGE_SIZE : undefined,
  })
}

/** The event of a milestone that repeats an event of the contract. */
const SAID_BY: Partial<Record<ContractEvent['action'], ContractEvent['action']>> = {
  deliver_contract: 'deliver_milestone',
  request_adjustments: 'request_adjustments',
  complete_contract: 'approve_milestone',
  accept_by_silence: 'accept_by_silence',
}

/** Both are written in one transaction, the contract's after the milestone's. */
const APART_MS = 5_000

/**
 * Every event once: the contract's is dropped where a milestone's repeats it. Older contracts have only
 * their own.
 */
export function toldOnce(events: readonly ContractEvent[]): ContractEvent[] {
  return events.filter((event) => {
    const cause = event.milestone_id === null ? SAID_BY[event.action] : undefined
    return cause === undefined || !events.some((one) => isCause(one, cause, event))
  })
}

function isCause(one: ContractEvent, action: ContractEvent['action'], event: ContractEvent): boolean {
  const apart = Date.parse(event.created_at) - Date.parse(one.created_at)
  const isSame = one.action === action && one.milestone_id !== null && one.actor_id === event.actor_id
  return isSame && apart >= 0 && apart < APART_MS
}
