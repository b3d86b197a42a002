import { Fragment, memo, type ReactNode } from 'react'
import { Bubble } from '@/features/message/bubble'
import type { Message } from '@/features/message/queries'
import { Voice } from '@/features/message/voice'
import { calendarDay, formatDaySeparator } from '@/lib/format'

export type LineProps = {
  ownId: string
  /** Both the same functions at every drawing: a page that did not change is not drawn again. */
  report: (messageId: string) => ReactNode
  onRetry: (message: Message) => void
}

type MessagePageProps = LineProps & {
  /** Newest first, as the server gives it. */
  page: readonly Message[]
  /** The last message of the page before. */
  older: Message | undefined
  firstUnread: string | undefined
}

// Pages out of sight are neither laid out nor painted; per message that would
// cost more than it saves.
export const MessagePage = memo(function MessagePage({
  page,
  older,
  firstUnread,
  ...line
}: MessagePageProps) {
  const { ownId, report, onRetry } = line
  return (
    <ol className="[contain-intrinsic-size:auto_225rem] [content-visibility:auto]">
      {page
        .map((message, index) => (
          <Fragment key={message.id}>
            <DaySeparator message={message} before={page[index + 1] ?? older} />
            {message.id === firstUnread && <NewLine />}
            <li className="mb-2">
              {message.from_id !== ownId && <Voice message={message} before={page[index + 1] ?? older} />}
              <Bubble
                message={message}
                isOwn={message.from_id === ownId}
                onRetry={onRetry}
                report={message.from_id === ownId ? null : report(message.id)}
              />
            </li>
          </Fragment>
        ))
        .reverse()}
    </ol>
  )
})

function DaySeparator({ message, before }: { message: Message; before: Message | undefined }) {
  if (before && calendarDay(before.timestamp) === calendarDay(message.timestamp)) return null
  return (
    <li className="my-3 text-center text-xs font-medium text-muted">
      {formatDaySeparator(message.timestamp)}
    </li>
  )
}

function NewLine() {
  return (
    <li className="my-2 flex items-center gap-3 text-xs font-medium text-danger">
      <span aria-hidden className="h-px flex-1 bg-danger" />
      Novas mensagens
      <span aria-hidden className="h-px flex-1 bg-danger" />
    </li>
  )
}
