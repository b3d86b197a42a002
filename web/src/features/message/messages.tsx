import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { Fragment, memo, useEffect, useRef, type ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { Bubble } from '@/features/message/bubble'
import { markRead, threadOf, threadQuery, type Message } from '@/features/message/queries'
import { useScrollKeeping } from '@/features/message/use-scroll-keeping'
import { calendarDay, formatDaySeparator } from '@/lib/format'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** Older messages are fetched before the reader reaches the oldest shown, in pixels. */
const OLDER_WITHIN_PX = 400

type LineProps = {
  ownId: string
  /** Both the same functions at every drawing: a page that did not change is not drawn again. */
  report: (messageId: string) => ReactNode
  onRetry: (message: Message) => void
}

/** What was said, from the oldest page loaded to the newest message. */
export function Messages({ partnerId, ...line }: LineProps & { partnerId: string }) {
  const query = useInfiniteQuery(threadQuery(threadOf(line.ownId, partnerId)))
  const pages = query.data?.pages ?? []
  const firstUnread = useFirstUnread(pages, line.ownId, partnerId)
  const newest = pages[0]?.[0]
  const { box, onScroll, toEnd, isBehind } = useScrollKeeping({
    first: pages[pages.length - 1]?.at(-1)?.id,
    last: newest?.id,
    isOwn: newest?.from_id === line.ownId,
  })
  if (query.isError) {
    return (
      <div className="flex-1">
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  if (query.isPending) {
    return (
      <Loading label="Carregando mensagens…">
        <Skeleton className="m-4 h-12 w-1/2" />
        <Skeleton className="m-4 ml-auto h-12 w-1/2" />
      </Loading>
    )
  }

  function fetchOlder() {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label="Mensagens"
        // What scrolls must be reachable by keyboard (WCAG 2.1.1).
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="flex-1 overflow-y-auto px-4 py-4"
        onScroll={(event) => {
          onScroll()
          if (event.currentTarget.scrollTop < OLDER_WITHIN_PX) fetchOlder()
        }}
      >
        {query.hasNextPage && (
          <div className="flex justify-center pb-4">
            <Button size="sm" loading={query.isFetchingNextPage} onClick={fetchOlder}>
              Carregar mensagens anteriores
            </Button>
          </div>
        )}
        {newest === undefined && (
          <p className="py-10 text-center text-sm text-muted">Escreva a primeira mensagem.</p>
        )}
        {pages
          .map((page, index) => (
            <MessagePage
              key={index}
              page={page}
              older={pages[index + 1]?.[0]}
              firstUnread={page.some(({ id }) => id === firstUnread) ? firstUnread : undefined}
              {...line}
            />
          ))
          .reverse()}
      </div>
      {isBehind && (
        <Button
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-float"
          onClick={toEnd}
        >
          <ArrowDown className="size-4" aria-hidden />
          Novas mensagens
        </Button>
      )}
    </div>
  )
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
const MessagePage = memo(function MessagePage({ page, older, firstUnread, ...line }: MessagePageProps) {
  const { ownId, report, onRetry } = line
  return (
    <ol className="[contain-intrinsic-size:auto_225rem] [content-visibility:auto]">
      {page
        .map((message, index) => (
          <Fragment key={message.id}>
            <DaySeparator message={message} before={page[index + 1] ?? older} />
            {message.id === firstUnread && <NewLine />}
            <li className="mb-2">
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

/** Remembers where reading began, and tells the server that it is read. */
function useFirstUnread(pages: readonly Message[][], ownId: string, partnerId: string) {
  const marked = useRef<{ partnerId: string; first: string | undefined }>({ partnerId: '', first: undefined })
  const unread = pages.flat().findLast((message) => message.to_id === ownId && !message.read)
  // The line stays where it was while the conversation is open.
  // eslint-disable-next-line react-hooks/refs
  if (marked.current.partnerId !== partnerId && pages.length > 0) {
    // eslint-disable-next-line react-hooks/refs
    marked.current = { partnerId, first: unread?.id }
  }
  const unreadId = unread?.id
  useEffect(() => {
    // A failed mark is tried again with the next message or visit.
    if (unreadId !== undefined) markRead(ownId, partnerId).catch(() => undefined)
  }, [unreadId, ownId, partnerId])
  // eslint-disable-next-line react-hooks/refs
  return marked.current.first
}
