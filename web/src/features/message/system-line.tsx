import { Info } from 'lucide-react'
import { Link } from 'react-router'
import type { Message } from '@/features/message/queries'
import { formatClock, formatDateTime } from '@/lib/format'
import { noticePath } from '@/lib/notice-routes'
import { paths } from '@/lib/paths'

/** What the product wrote: nobody's words, so no bubble, and the way to what it is about. */
export function SystemLine({ message, isOwn }: { message: Message; isOwn: boolean }) {
  const way = wayOf(message, isOwn)
  return (
    <div className="mx-auto flex max-w-lg gap-2 rounded border border-line bg-sunken px-3 py-2 text-sm">
      <Info className="mt-0.5 size-4 text-muted" aria-hidden />
      <div className="min-w-0 flex-1">
        <span className="sr-only">Aviso da plataforma: </span>
        <p className="break-words whitespace-pre-line">{message.content}</p>
        <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
          {way ? (
            <Link to={way.to} className="inline-flex min-h-6 items-center font-medium text-ink underline">
              {way.label}
            </Link>
          ) : (
            <span />
          )}
          <time className="figures" dateTime={message.timestamp} title={formatDateTime(message.timestamp)}>
            {formatClock(message.timestamp)}
          </time>
        </p>
      </div>
    </div>
  )
}

/** A project's proposals are its company's, who receives the line; whoever proposed reads the project. */
function wayOf(
  { subject_kind, subject_id }: Message,
  isOwn: boolean,
): { to: string; label: string } | undefined {
  if (subject_kind === null || subject_id === null) return undefined
  if (subject_kind === 'contract')
    return { to: noticePath({ subject_kind, subject_id }), label: 'Abrir contrato' }
  return isOwn
    ? { to: paths.project(subject_id), label: 'Abrir projeto' }
    : { to: noticePath({ subject_kind, subject_id }), label: 'Ver proposta' }
}
