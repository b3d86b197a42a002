import { useSyncExternalStore } from 'react'
import type { Message, MessageFile, Quote } from '@/features/message/queries'
import { draftsBeginning, readDraft, watchDrafts, writeDraft } from '@/lib/device/drafts'
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

/**
 * On its way now, waiting for a line, or refused for good. Only on its way is not kept: after a
 * reload it waits again, since it may have arrived or not.
 */
type Sending = 'sending' | 'waiting' | 'failed'

export type Unsent = Outgoing & { at: string; sending: Sending; reason?: string | undefined }

/** Each message has a place of its own on this device, so that tabs never write over each other. */
const PREFIX = 'nao-enviada:'

const NOTHING: readonly Unsent[] = []
let stopWatching: (() => void) | undefined
let boxes = new Map<string, readonly Unsent[]>()
let lastAt = ''
const watchers = new Set<() => void>()

function boxName(ownId: string, partnerId: string): string {
  return `${PREFIX}${ownId}:${partnerId}`
}

function nameOf({ from_id, to_id, client_id }: Pick<Outgoing, 'from_id' | 'to_id' | 'client_id'>): string {
  return `${boxName(from_id, to_id)}:${client_id}`
}

/** What somebody wrote to a partner and is not stored yet, the oldest first. */
export function useUnsent(ownId: string, partnerId: string): readonly Unsent[] {
  return useSyncExternalStore(watchOutbox, () => read().get(boxName(ownId, partnerId)) ?? NOTHING)
}

/** Everything that somebody wrote and is not stored yet, the oldest first. */
export function unsentOf(ownId: string): Unsent[] {
  return [...read().values()]
    .flat()
    .filter(({ from_id }) => from_id === ownId)
    .sort((one, other) => one.at.localeCompare(other.at))
}

/** Calls back when something is written, sent or refused, in this tab or in another. */
function watchOutbox(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Keeps a message before anything else happens to it, and what happened to it since. */
export function keepUnsent(message: Outgoing, state: Pick<Unsent, 'sending' | 'reason'>): void {
  const before = boxOf(message).find(({ client_id }) => client_id === message.client_id)
  const { reason: _, ...written } = { ...message, at: before?.at ?? nextMoment(), ...state }
  const unsent: Unsent = state.reason === undefined ? written : { ...written, reason: state.reason }
  put(unsent)
  writeDraft(nameOf(message), { ...unsent, sending: state.sending === 'failed' ? 'failed' : 'waiting' })
}

export function forgetUnsent(message: Pick<Outgoing, 'from_id' | 'to_id' | 'client_id'>): void {
  writeDraft(nameOf(message), undefined)
  drop(nameOf(message))
}

/** What somebody else wrote on this device goes when another person signs in on it. */
export function forgetUnsentOfOthers(ownId: string): void {
  const isOwn = (name: string) => name.startsWith(`${PREFIX}${ownId}:`)
  draftsBeginning(PREFIX)
    .filter((name) => !isOwn(name))
    .forEach((name) => writeDraft(name, undefined))
  boxes = new Map([...boxes].filter(([name]) => isOwn(`${name}:`)))
  tell()
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

function read(): Map<string, readonly Unsent[]> {
  if (stopWatching !== undefined) return boxes
  stopWatching = watchDrafts((name) => {
    if (name.startsWith(PREFIX)) hear(name)
  })
  for (const name of draftsBeginning(PREFIX)) hear(name)
  return boxes
}

/** Another tab wrote, sent or gave up a message. */
function hear(name: string): void {
  const kept = readDraft(name)
  if (isUnsent(kept)) put(kept)
  else drop(name)
}

function boxOf({ from_id, to_id }: Pick<Outgoing, 'from_id' | 'to_id'>): readonly Unsent[] {
  return read().get(boxName(from_id, to_id)) ?? NOTHING
}

function put(unsent: Unsent): void {
  const others = boxOf(unsent).filter(({ client_id }) => client_id !== unsent.client_id)
  const box = [...others, unsent].sort((one, other) => one.at.localeCompare(other.at))
  boxes.set(boxName(unsent.from_id, unsent.to_id), box)
  tell()
}

function drop(name: string): void {
  for (const [box, messages] of boxes) {
    if (name.startsWith(`${box}:`))
      boxes.set(
        box,
        messages.filter((message) => nameOf(message) !== name),
      )
  }
  tell()
}

function tell(): void {
  watchers.forEach((watcher) => watcher())
}

/** Later than every moment before it: the order of what is written in one breath is kept. */
function nextMoment(): string {
  const now = Math.max(Date.now(), lastAt === '' ? 0 : Date.parse(lastAt) + 1)
  return (lastAt = new Date(now).toISOString())
}

const TEXTS = keysOf({ client_id: '', from_id: '', to_id: '', content: '', at: '', sending: '' })

function isUnsent(value: unknown): value is Unsent {
  return (
    typeof value === 'object' &&
    value !== null &&
    TEXTS.every((field) => typeof Reflect.get(value, field) === 'string') &&
    Array.isArray(Reflect.get(value, 'files'))
  )
}

/** For tests, which share the page: as after a reload. */
export function rereadOutbox(): void {
  stopWatching?.()
  stopWatching = undefined
  boxes = new Map()
  tell()
}
