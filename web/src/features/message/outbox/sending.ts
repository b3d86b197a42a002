import type { QueryClient } from '@tanstack/react-query'
import { toApiError } from '@/api/errors'
import { after, invalidate } from '@/api/invalidation'
import { request } from '@/api/request/request'
import { requestOnce } from '@/api/request/request-once'
import { storePaper } from '@/api/request/upload'
import { BUCKET } from '@/features/message/files'
import { asMessage, forgetUnsent, type Outgoing } from '@/features/message/outbox/outbox'
import { storeMessage, threadOf, threadQuery, type MessageFile } from '@/features/message/queries'
import { markDraftFileStored, readDraftFile } from '@/lib/device/draft-files'

type Stored = { id: string; timestamp: string }

/** Under its key a message is stored once, however often it is sent. */
export function storeOnServer(message: Outgoing): Promise<Stored> {
  return requestOnce((client) => client.rpc('send_message', argumentsOf(message)))
}

function argumentsOf({ client_id, from_id, to_id, content, party_id, quote, files }: Outgoing) {
  return {
    client_id,
    from_id,
    to_id,
    content,
    ...(party_id === null ? {} : { party_id }),
    ...(quote === null ? {} : { quotes_id: quote.id }),
    ...(files.length === 0 ? {} : { files: files.map(({ path, name }) => ({ path, name })) }),
  }
}

/** A message that the server has taken, unless it already told us more about it. */
export function settleMessage(
  queryClient: QueryClient,
  message: Outgoing,
  { id, timestamp }: Stored,
): Promise<void> {
  const { queryKey } = threadQuery(threadOf(message.from_id, message.to_id))
  const known = queryClient
    .getQueryData(queryKey)
    ?.pages.flat()
    .some((other) => other.id === id)
  const { sending: _, ...stored } = asMessage({ ...message, at: timestamp, sending: 'sending' })
  if (known !== true) storeMessage(queryClient, { ...stored, id })
  forgetUnsent(message)
  return invalidate(queryClient, after.messageSending(message.from_id))
}

/** What the partner wrote is read once the conversation is open. */
export async function markRead(ownId: string, partnerId: string): Promise<void> {
  await request((client) =>
    client
      .from('messages')
      .update({ read: true })
      .eq('from_id', partnerId)
      .eq('to_id', ownId)
      .eq('read', false),
  )
}

/** Tells the sender that the message arrived on this device. */
export async function markDelivered(messageId: string): Promise<void> {
  await request((client) =>
    client
      .from('messages')
      .update({ delivered_at: new Date().toISOString() })
      .eq('id', messageId)
      .is('delivered_at', null),
  )
}

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
