import { ArrowDown } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { MessageLog } from '@/features/message/thread/message-log'
import { MessagePage, type LineProps } from '@/features/message/thread/message-page'
import { asMessage, useUnsent } from '@/features/message/outbox/outbox'
import { threadOf } from '@/features/message/queries'
import { useFirstUnread } from '@/features/message/thread/use-first-unread'
import { useShownThread } from '@/features/message/thread/use-shown-thread'
import { useLinkedMessage } from '@/features/message/thread/use-linked-message'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

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
