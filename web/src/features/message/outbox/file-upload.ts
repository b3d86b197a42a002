import { toApiError } from '@/api/errors'
import { storePaper } from '@/api/request/upload'
import { BUCKET } from '@/features/message/files'
import type { MessageFile } from '@/features/message/queries'
import { markDraftFileStored, readDraftFile } from '@/lib/device/draft-files'

/** The server forgets what was not sent within a day; sooner than that it is stored anew. */
const STORED_FOR_MS = 12 * 60 * 60 * 1000

/** Stores what a message takes along and only this device has. Under its name a file is stored once. */
export async function uploadFiles(files: readonly MessageFile[]): Promise<void> {
  for (const { path } of files) {
    const kept = await readDraftFile(path)
    if (kept === undefined || Date.now() - kept.storedAt < STORED_FOR_MS) continue
    const file = new File([kept.file], kept.name, { type: kept.media_type })
    await storePaper(BUCKET, path, file, () => undefined)
    await markDraftFileStored(path)
  }
}

/** Whether nothing was said of the message itself: it waits for a line, or for its writer to be back. */
export function isUndecided(error: unknown): boolean {
  const { code, status, endsSession } = toApiError(error)
  if (code === 'idempotency_in_flight' || code === 'message_of_another') return true
  return endsSession || status === 0 || status === 401 || (status >= 502 && status !== 507)
}
