import { useSyncExternalStore } from 'react'
import type { Message, MessageFile, Quote } from '@/features/message/queries'
import { readDraft, writeDraft } from '@/lib/drafts'
import { keysOf } from '@/lib/keys-of'

/** A message that the server has not taken yet. Its key makes sending it twice store it once. */
export type Outgoing = {
  client_id: string
  from_id: string
  to_id: string
  party_id: string | null
  content: string
  quote: Quote | null
  files: readonly MessageFile[]
}

export type Unsent = Outgoing & { at: string; sending: 'waiting' | 'failed'; reason?: string | undefined }

// Kept on this device too: what failed is still there after a reload.
const boxes = new Map<string, readonly Unsent[]>()
const watchers = new Set<() => void>()

function nameOf(ownId: string, partnerId: string): string {
  return `nao-enviadas:${ownId}:${partnerId}`
}

function boxOf(name: string): readonly Unsent[] {
  const known = boxes.get(name)
  if (known !== undefined) return known
  const kept = readUnsent(readDraft(name)?.messages)
  boxes.set(name, kept)
  return kept
}

function put(name: string, messages: readonly Unsent[]): void {
  boxes.set(name, messages)
  writeDraft(name, messages.length === 0 ? undefined : { messages })
  watchers.forEach((watcher) => watcher())
}

/** What somebody wrote to a partner and is not stored yet, the oldest first. */
export function useUnsent(ownId: string, partnerId: string): readonly Unsent[] {
  const name = nameOf(ownId, partnerId)
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => boxOf(name),
  )
}

export function keepUnsent(message: Outgoing, state: Pick<Unsent, 'sending' | 'reason'>): void {
  const name = nameOf(message.from_id, message.to_id)
  const box = boxOf(name)
  const before = box.find((one) => one.client_id === message.client_id)
  const unsent: Unsent = { ...message, at: before?.at ?? new Date().toISOString(), ...state }
  put(name, before ? box.map((one) => (one === before ? unsent : one)) : [...box, unsent])
}

export function forgetUnsent({
  from_id,
  to_id,
  client_id,
}: Pick<Outgoing, 'from_id' | 'to_id' | 'client_id'>): void {
  const name = nameOf(from_id, to_id)
  const box = boxOf(name)
  if (box.some((one) => one.client_id === client_id))
    put(
      name,
      box.filter((one) => one.client_id !== client_id),
    )
}

/** What an answer to a message shows of it. */
export function asQuote({ id, from_id, content, files_count }: Message): Quote {
  return { id, from_id, content, files_count }
}

/** As a line of its conversation. */
export function asMessage({ at, ...unsent }: Unsent): Message {
  return {
    ...unsent,
    id: unsent.client_id,
    quotes_id: unsent.quote?.id ?? null,
    files_count: unsent.files.length,
    read: false,
    delivered_at: null,
    automatic: false,
    subject_kind: null,
    subject_id: null,
    timestamp: at,
  }
}

/** What was on its way when the page went may have arrived: it is there to be sent again. */
function readUnsent(kept: unknown): Unsent[] {
  if (!Array.isArray(kept)) return []
  return kept.filter(isUnsent).map((one) => ({ ...one, sending: 'failed' }))
}

const TEXTS = keysOf({ client_id: '', from_id: '', to_id: '', content: '', at: '' })

function isUnsent(value: unknown): value is Unsent {
  return (
    typeof value === 'object' &&
    value !== null &&
    TEXTS.every((field) => typeof Reflect.get(value, field) === 'string') &&
    Array.isArray(Reflect.get(value, 'files'))
  )
}

/** For tests, which share the page. */
export function emptyOutbox(): void {
  boxes.clear()
}
