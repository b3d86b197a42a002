import { Fragment, memo, type ReactNode } from 'react'
import { Bubble } from '@/features/message/bubble/bubble'
import type { Message } from '@/features/message/queries'
import { SystemLine, Voice } from '@/features/message/bubble/lines'
import { anchorOf } from '@/features/message/thread/use-scroll-keeping'
import { calendarDay, formatDaySeparator } from '@/lib/format'

export type LineProps = {
  ownId: string
  /** The message that somebody was led to. */
  sought: string | undefined
  /** All functions are stable across renders, so an unchanged page is not rendered again. */
  report: (messageId: string) => ReactNode
  onRetry: (message: Message) => void
  onDiscard: (message: Message) => void
  /** Missing where nobody may answer. */
  onReply: ((message: Message) => void) | undefined
  onJump: (messageId: string) => void
}

type MessagePageProps = LineProps & {
  /** Newest first, as the server gives it. */
  page: readonly Message[]
  /** The last message of the page before. */
  older: Message | undefined
  firstUnread: string | undefined
}

// Pages out of sight are neither laid out nor painted; per message that would
// cost more than it saves. What marks a message goes beyond it, and stays within its page.
export const MessagePage = memo(function MessagePage({
  page,
  older,
  firstUnread,
  ...line
}: MessagePageProps) {
  return (
    <ol className="-mx-2 -my-1 px-2 py-1 [contain-intrinsic-size:auto_225rem] [content-visibility:auto]">
      {page
        .map((message, index) => {
          const before = page[index + 1] ?? older
          return (
            <Fragment key={message.client_id ?? message.id}>
              <DaySeparator message={message} before={before} />
              {message.id === firstUnread && <NewLine />}
              <li id={anchorOf(message.id)} className={goesOn(message, before) ? 'mt-1' : 'mt-4'}>
                <Line message={message} before={before} {...line} />
              </li>
            </Fragment>
          )
        })
        .reverse()}
    </ol>
  )
})

type OneLineProps = LineProps & { message: Message; before: Message | undefined }

function Line({ message, before, report, sought, ...line }: OneLineProps) {
  const isOwn = message.from_id === line.ownId
  if (message.automatic)
    return <SystemLine message={message} isOwn={isOwn} isSought={message.id === sought} />
  return (
    <>
      {!isOwn && <Voice message={message} before={before} />}
      <Bubble
        message={message}
        isSought={message.id === sought}
        report={isOwn ? null : report(message.id)}
        {...line}
      />
    </>
  )
}

/** What one person says in a row is one group; after a while it begins anew. */
const GROUP_MS = 5 * 60 * 1000

function goesOn(message: Message, before: Message | undefined): boolean {
  return (
    before?.from_id === message.from_id &&
    before.party_id === message.party_id &&
    before.automatic === message.automatic &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUP_MS
  )
}

function DaySeparator({ message, before }: { message: Message; before: Message | undefined }) {
  if (before && calendarDay(before.timestamp) === calendarDay(message.timestamp)) return null
  return (
    <li className="mt-4 flex items-center gap-3 text-xs font-medium text-muted first:mt-0">
      <span aria-hidden className="h-px flex-1 bg-line" />
      {formatDaySeparator(message.timestamp)}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </li>
  )
}

function NewLine() {
  return (
    <li className="mt-4 flex items-center gap-3 text-xs font-medium text-danger">
      <span aria-hidden className="h-px flex-1 bg-danger" />
      Novas mensagens
      <span aria-hidden className="h-px flex-1 bg-danger" />
    </li>
  )
}
