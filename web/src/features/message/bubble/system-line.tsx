import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { Link } from 'react-router'
import type { Message } from '@/features/message/queries'
import { subjectQuery, wayOf } from '@/features/message/bubble/subject-query'
import { classNames } from '@/lib/class-names'
import { formatClock, formatDateTime } from '@/lib/format'

type SystemLineProps = { message: Message; isOwn: boolean; isSought?: boolean }

/** What the product wrote: nobody's words, so no bubble, and the way to what it is about. */
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
