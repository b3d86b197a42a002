import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { MessagePage, type LineProps } from '@/features/message/message-page'
import { threadOf, threadQuery } from '@/features/message/queries'
import { useFirstUnread } from '@/features/message/use-first-unread'
import { useScrollKeeping } from '@/features/message/use-scroll-keeping'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** Older messages are fetched before the reader reaches the oldest shown, in pixels. */
const OLDER_WITHIN_PX = 400

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
  if (query.isPending) return <Waiting />

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
        {query.hasNextPage && <Older loading={query.isFetchingNextPage} onClick={fetchOlder} />}
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
      {isBehind && <ToEnd onClick={toEnd} />}
    </div>
  )
}

function Waiting() {
  return (
    <Loading label="Carregando mensagens…">
      <Skeleton className="m-4 h-12 w-1/2" />
      <Skeleton className="m-4 ml-auto h-12 w-1/2" />
    </Loading>
  )
}

function Older({ loading, onClick }: { loading: boolean; onClick: () => void }) {
  return (
    <div className="flex justify-center pb-4">
      <Button size="sm" loading={loading} onClick={onClick}>
        Carregar mensagens anteriores
      </Button>
    </div>
  )
}

function ToEnd({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-float" onClick={onClick}>
      <ArrowDown className="size-4" aria-hidden />
      Novas mensagens
    </Button>
  )
}
