import { ArrowDown } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { MessageLog } from './message-log'
import { MessagePage, type LineProps } from './message-page'
import { asMessage, useUnsent } from '@/features/message/outbox/outbox'
import { threadOf, type Message, placeQuery, threadQuery } from '@/features/message/queries'
import { useLinkedMessage } from './use-scroll-keeping'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { useEffect, useRef } from 'react'
import { markRead } from '@/features/message/outbox/sending'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

type MessagesProps = Omit<LineProps, 'onJump' | 'sought'> & { partnerId: string }

/** What was said, at its newest or around the message that the address leads to. */
export function Messages({ partnerId, ...line }: MessagesProps) {
  const { sought, lead: onJump } = useLinkedMessage()
  const { query, livePages, isLive, isLooking } = useShownThread(threadOf(line.ownId, partnerId), sought)
  const firstUnread = useFirstUnread(livePages, line.ownId, partnerId)
  const unsent = useUnsent(line.ownId, partnerId)
  if (query.isError) {
    return (
      <div className="flex-1 overflow-y-auto px-4 pb-4">
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
        {unsent.length > 0 && (
          <MessagePage
            page={unsent.map(asMessage).reverse()}
            older={undefined}
            firstUnread={undefined}
            {...{ ...line, sought, onJump }}
          />
        )}
      </div>
    )
  }
  if (query.isPending || isLooking) return <Waiting />
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <MessageLog
        // Elsewhere in the conversation, the scrolling begins anew.
        key={isLive ? '' : sought}
        query={query}
        unsent={isLive ? unsent : []}
        firstUnread={firstUnread}
        isLive={isLive}
        line={{ ...line, sought, onJump }}
      />
      {!isLive && (
        <Button
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-float"
          onClick={() => onJump(undefined)}
        >
          <ArrowDown className="size-4" aria-hidden />
          Ir para as mais recentes
        </Button>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div className="flex-1">
      <Loading label="Carregando mensagens…">
        <Skeleton className="m-4 h-12 w-1/2" />
        <Skeleton className="m-4 ml-auto h-12 w-1/2" />
        <Skeleton className="m-4 h-20 w-2/3" />
        <Skeleton className="m-4 ml-auto h-12 w-1/3" />
      </Loading>
    </div>
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

/** A conversation at its end, or around the message that somebody was led to where that is far from it. */
function useShownThread(thread: string, sought: string | undefined) {
  const live = useInfiniteQuery(threadQuery(thread))
  const isNear = live.data?.pages.some((page) => page.some(({ id }) => id === sought)) ?? false
  const isFar = sought !== undefined && live.isSuccess && !isNear
  const place = useQuery({ ...placeQuery(thread, sought ?? ''), enabled: isFar })
  const at = isFar ? (place.data ?? undefined) : undefined
  const around = useInfiniteQuery({ ...threadQuery(thread, at), enabled: at !== undefined })
  const isLooking = isFar && place.isPending
  return {
    query: at === undefined ? live : around,
    livePages: live.data?.pages ?? [],
    isLive: at === undefined,
    isLooking,
  }
}
