import { ArrowDown } from 'lucide-react'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { MessageLog } from '@/features/message/message-log'
import type { LineProps } from '@/features/message/message-page'
import { useUnsent } from '@/features/message/outbox'
import { threadOf } from '@/features/message/queries'
import { useFirstUnread } from '@/features/message/use-first-unread'
import { showMessage } from '@/features/message/use-scroll-keeping'
import { useShownThread } from '@/features/message/use-shown-thread'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The search parameter that leads to a message. */
export const SOUGHT = 'mensagem'

type MessagesProps = Omit<LineProps, 'onJump' | 'sought'> & { partnerId: string }

/** What was said, at its newest or around the message that the address leads to. */
export function Messages({ partnerId, ...line }: MessagesProps) {
  const [params, setParams] = useSearchParams()
  const sought = params.get(SOUGHT) ?? undefined
  const { query, livePages, isLive, isLooking } = useShownThread(threadOf(line.ownId, partnerId), sought)
  const firstUnread = useFirstUnread(livePages, line.ownId, partnerId)
  const unsent = useUnsent(line.ownId, partnerId)
  const onJump = useCallback(
    (messageId: string) => {
      showMessage(messageId)
      setParams({ [SOUGHT]: messageId }, { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
  if (query.isError) {
    return (
      <div className="flex-1">
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
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
          onClick={() => setParams({}, { replace: true, preventScrollReset: true })}
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
