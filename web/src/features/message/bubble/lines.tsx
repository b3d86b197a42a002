import { useQuery, queryOptions } from '@tanstack/react-query'
import { Info, Paperclip } from 'lucide-react'
import { Link } from 'react-router'
import { keys } from '@/api/keys'
import { request } from '@/api/request/request'
import {
  partnerQuery,
  formatFiles,
  type Message,
  type Quote,
  type SpokenFor,
} from '@/features/message/queries'
import { classNames } from '@/lib/class-names'
import { formatClock, formatDateTime } from '@/lib/format'
import { noticePath } from '@/lib/navigation/notice-routes'
import { paths } from '@/lib/paths'
import { tagOf } from '@/ui/tag'

type SystemLineProps = { message: Message; isOwn: boolean; isSought?: boolean }

/** A message of the product itself: without a bubble, with a link to its subject. */
export function SystemLine({ message, isOwn, isSought = false }: SystemLineProps) {
  const { data: name } = useQuery(subjectQuery(message))
  const way = wayOf(message, isOwn, name)
  return (
    <div
      className={classNames(
        'mx-auto flex max-w-lg gap-2 rounded border border-line bg-sunken px-3 py-2 text-sm',
        isSought && 'outline-2 outline-offset-2 outline-focus',
      )}
    >
      <Info className="mt-0.5 size-4 text-muted" aria-hidden />
      <div className="min-w-0 flex-1">
        <span className="sr-only">Aviso da plataforma: </span>
        <p className="break-words whitespace-pre-line">{message.content}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-xs text-muted">
          {way && (
            <Link
              to={way.to}
              className="inline-flex min-h-6 min-w-0 items-center font-medium wrap-anywhere text-ink underline"
            >
              {way.label}
            </Link>
          )}
          <time
            className="figures ml-auto"
            dateTime={message.timestamp}
            title={formatDateTime(message.timestamp)}
          >
            {formatClock(message.timestamp)}
          </time>
        </p>
      </div>
    </div>
  )
}

type Way = { to: string; label: string }

/** What a line of the product is about, by the name that people know it by; null for what may no longer be seen. */
function subjectQuery({ subject_kind, subject_id }: Pick<Message, 'subject_kind' | 'subject_id'>) {
  const isContract = subject_kind === 'contract'
  return queryOptions({
    queryKey: keys.messageSubject(subject_id ?? ''),
    queryFn: ({ signal }) =>
      isContract ? contractOf(subject_id ?? '', signal) : titleOf(subject_id ?? '', signal),
    enabled: subject_id !== null && (isContract || subject_kind === 'project'),
    staleTime: Infinity, // What a line was about stays what it was about.
  })
}

async function contractOf(id: string, signal: AbortSignal): Promise<string | null> {
  const found = await request((data) =>
    data.from('contracts').select('number').eq('id', id).abortSignal(signal).maybeSingle(),
  )
  return found && `Contrato ${tagOf('CTR', found.number)}`
}

async function titleOf(id: string, signal: AbortSignal): Promise<string | null> {
  const found = await request((data) =>
    data.from('projects').select('title').eq('id', id).abortSignal(signal).maybeSingle(),
  )
  return found?.title ?? null
}

/** A project's proposals are its company's, who receives the line; whoever proposed reads the project. */
function wayOf(
  { subject_kind, subject_id }: Message,
  isOwn: boolean,
  name: string | null | undefined,
): Way | undefined {
  if (subject_kind === null || subject_id === null) return undefined
  const there = noticePath({ subject_kind, subject_id })
  if (subject_kind === 'contract') return { to: there, label: name ?? 'Abrir contrato' }
  if (isOwn) return { to: paths.project(subject_id, name ?? undefined), label: name ?? 'Abrir projeto' }
  return { to: there, label: name ? `Ver proposta: ${name}` : 'Ver proposta' }
}

/** A message that is answered: who said it, and its beginning. */
export function QuoteLine({ quote, ownId }: { quote: Quote; ownId: string }) {
  const isOwn = quote.from_id === ownId
  const { data: author } = useQuery({ ...partnerQuery(quote.from_id), enabled: !isOwn })
  return (
    <span className="block min-w-0 border-l-2 border-current pl-2 text-left text-xs">
      <span className="block truncate font-semibold">{isOwn ? 'Você' : (author?.name ?? '…')}</span>
      <span className="line-clamp-2 break-words">
        {quote.content === '' ? (
          <span className="inline-flex items-center gap-1">
            <Paperclip className="size-3" aria-hidden />
            {formatFiles(quote.files_count)}
          </span>
        ) : (
          quote.content
        )}
      </span>
    </span>
  )
}

/** ` · Empresa` after the name of somebody who writes for it; nothing once the company is gone. */
export function Company({ party }: { party: Pick<SpokenFor, 'name' | 'removed_at'> | null | undefined }) {
  if (party?.removed_at !== null) return null
  return <span className="font-normal text-muted"> · {party.name}</span>
}

type VoiceProps = { message: Message; before: Message | undefined }

/** The line above messages received for a party, and where the partner starts to write for another party or for themselves. */
export function Voice({ message, before }: VoiceProps) {
  const goesOn = before?.from_id === message.from_id
  if (goesOn ? before.party_id === message.party_id : message.party_id === null) return null
  return <Speaker personId={message.from_id} partyId={message.party_id} />
}

function Speaker({ personId, partyId }: { personId: string; partyId: string | null }) {
  const { data: person } = useQuery(partnerQuery(personId))
  const { data: party } = useQuery({ ...partnerQuery(partyId ?? ''), enabled: partyId !== null })
  if (!person || (partyId !== null && !party)) return null
  return (
    <p className="mb-1 text-xs font-medium">
      {person.name}
      <Company party={party} />
    </p>
  )
}
