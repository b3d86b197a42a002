import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { MessagePage, type LineProps } from '@/features/message/thread/message-page'
import { asMessage, type Unsent } from '@/features/message/outbox/outbox'
import type { Message } from '@/features/message/queries'
import { useScrollKeeping } from '@/features/message/thread/use-scroll-keeping'
import { Button } from '@/ui/button'

/** Older and newer messages are fetched before the reader reaches the last shown, in pixels. */
const MORE_WITHIN_PX = 400

type MessageLogProps = {
  query: UseInfiniteQueryResult<InfiniteData<Message[]>>
  unsent: readonly Unsent[]
  firstUnread: string | undefined
  isLive: boolean
  line: LineProps
}

/** The loaded part of a conversation, and below it what is not stored yet. */
export function MessageLog({ query, unsent, firstUnread, isLive, line }: MessageLogProps) {
  const pages = shownPages(query.data?.pages ?? [], unsent)
  const newest = pages[0]?.[0]
  const { box, onScroll, toEnd, isBehind } = useScrollKeeping({
    first: pages[pages.length - 1]?.at(-1)?.id,
    last: newest?.client_id ?? newest?.id,
    isOwn: newest?.from_id === line.ownId,
    sought: line.sought,
    isLive,
  })

  function fetchMore({ scrollTop, scrollHeight, clientHeight }: HTMLElement) {
    if (query.isFetching) return
    if (scrollTop < MORE_WITHIN_PX && query.hasNextPage) void query.fetchNextPage()
    else if (scrollHeight - scrollTop - clientHeight < MORE_WITHIN_PX && query.hasPreviousPage)
      void query.fetchPreviousPage()
  }

  return (
    <>
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
          fetchMore(event.currentTarget)
        }}
      >
        {query.hasNextPage && (
          <Older loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />
        )}
        {newest === undefined && (
          <p className="py-10 text-center text-sm text-muted">Escreva a primeira mensagem.</p>
        )}
        {pages
          .map((page, index) => (
            <MessagePage
              key={page.at(-1)?.id ?? index}
              page={page}
              older={pages[index + 1]?.[0]}
              firstUnread={page.some(({ id }) => id === firstUnread) ? firstUnread : undefined}
              {...line}
            />
          ))
          .reverse()}
      </div>
      {isBehind && <ToEnd onClick={toEnd} />}
    </>
  )
}

/** Newest first: what is not stored stands with the newest page, unless news of it came already. */
function shownPages(pages: readonly Message[][], unsent: readonly Unsent[]): readonly (readonly Message[])[] {
  const [newest = [], ...older] = pages
  const missing = unsent.filter(({ client_id }) => newest.every((message) => message.client_id !== client_id))
  if (missing.length === 0) return pages
  return [[...missing.map(asMessage).reverse(), ...newest], ...older]
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
