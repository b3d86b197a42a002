import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Fragment, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { getConfig } from '@/api/client'
import { errorSentence } from '@/api/errors'
import { Bubble } from '@/features/message/bubble'
import { Composer } from '@/features/message/composer'
import {
  markRead,
  partnerQuery,
  sendMessage,
  threadOf,
  threadQuery,
  type Message,
} from '@/features/message/queries'
import { useCompanion } from '@/features/message/use-companion'
import { calendarDay, formatDaySeparator } from '@/lib/format'
import { paths, profilePath } from '@/lib/paths'
import { subtitleOf } from '@/lib/subtitle'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'

type ThreadProps = {
  ownId: string
  partnerId: string
  /** The way to tell administrators about a received message. */
  report: (messageId: string) => ReactNode
}

/** One conversation: who it is with, what was said, and the box to answer in. */
export function Thread({ ownId, partnerId, report }: ThreadProps) {
  const thread = threadOf(ownId, partnerId)
  const { isPresent, isTyping, tellTyping } = useCompanion(thread, ownId, partnerId)
  const send = useMutation(sendMessage(useQueryClient()))

  function submit(message: Pick<Message, 'id' | 'content'>) {
    send.mutate(
      { id: message.id, content: message.content, from_id: ownId, to_id: partnerId },
      {
        onSuccess: () => void announceSent(),
        onError: () =>
          toast({
            variant: 'destructive',
            title: 'Erro',
            description: 'Não foi possível enviar a mensagem.',
          }),
      },
    )
  }

  return (
    <section aria-label="Conversa" className="flex h-full min-h-0 flex-col">
      <Partner partnerId={partnerId} isPresent={isPresent} isTyping={isTyping} />
      <Messages ownId={ownId} partnerId={partnerId} report={report} onRetry={submit} />
      <Composer
        key={thread}
        thread={thread}
        onTyping={tellTyping}
        onSend={(content) => submit({ id: crypto.randomUUID(), content })}
      />
    </section>
  )
}

/** Says truthfully whether a mail goes out with the message. */
async function announceSent() {
  const { mail } = await getConfig()
  toast({
    title: 'Mensagem Enviada!',
    ...(mail ? {} : { description: 'Simulação: em produção, uma notificação por e-mail seria enviada.' }),
  })
}

type PartnerProps = { partnerId: string; isPresent: boolean; isTyping: boolean }

function Partner({ partnerId, isPresent, isTyping }: PartnerProps) {
  const { data: partner } = useQuery(partnerQuery(partnerId))
  const name = partner === null ? 'Usuário indisponível' : (partner?.name ?? '')
  return (
    <header className="flex items-center gap-3 border-b border-line px-4 py-3">
      <Button asChild variant="ghost" size="icon" className="-ml-2 md:hidden">
        <Link to={paths.messages()} aria-label="Voltar às conversas">
          <ArrowLeft className="size-5" aria-hidden />
        </Link>
      </Button>
      <Avatar name={name} imageUrl={partner?.avatar_url} seed={partner?.avatar_seed} />
      <div className="min-w-0">
        <h2 className="truncate text-base font-semibold">
          {partner && partner.role !== 'admin' ? (
            <Link to={profilePath(partner)} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p role="status" className="truncate text-sm text-muted">
          {isTyping ? 'digitando…' : isPresent ? 'na conversa agora' : subtitleOf(partner)}
        </p>
      </div>
    </header>
  )
}

type MessagesProps = ThreadProps & { onRetry: (message: Message) => void }

function Messages({ ownId, partnerId, report, onRetry }: MessagesProps) {
  const query = useInfiniteQuery(threadQuery(threadOf(ownId, partnerId)))
  const messages = query.data?.pages.flat().reverse() ?? []
  const firstUnread = useFirstUnread(messages, ownId, partnerId)
  const box = useStickToEnd(messages)
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
  return (
    <div
      ref={box}
      role="log"
      aria-label="Mensagens"
      // What scrolls must be reachable by keyboard (WCAG 2.1.1).
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex-1 overflow-y-auto px-4 py-4"
    >
      {query.hasNextPage && (
        <div className="flex justify-center pb-4">
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Carregar mensagens anteriores
          </Button>
        </div>
      )}
      {messages.length === 0 && (
        <p className="py-10 text-center text-sm text-muted">Escreva a primeira mensagem.</p>
      )}
      <ol className="flex flex-col gap-2">
        {messages.map((message, index) => (
          <Fragment key={message.id}>
            <DaySeparator message={message} before={messages[index - 1]} />
            {message.id === firstUnread && <NewLine />}
            <li className="[content-visibility:auto]">
              <Bubble
                message={message}
                isOwn={message.from_id === ownId}
                onRetry={onRetry}
                report={message.from_id === ownId ? null : report(message.id)}
              />
            </li>
          </Fragment>
        ))}
      </ol>
    </div>
  )
}

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
function useFirstUnread(messages: readonly Message[], ownId: string, partnerId: string) {
  const marked = useRef<{ partnerId: string; first: string | undefined }>({ partnerId: '', first: undefined })
  const unread = messages.find((message) => message.to_id === ownId && !message.read)
  // The line stays where it was while the conversation is open.
  // eslint-disable-next-line react-hooks/refs
  if (marked.current.partnerId !== partnerId && messages.length > 0) {
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

/** Keeps the newest message in view, unless the reader scrolled away from it. */
function useStickToEnd(messages: readonly Message[]) {
  const box = useRef<HTMLDivElement>(null)
  const last = messages[messages.length - 1]?.id
  useLayoutEffect(() => {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
  }, [last])
  return box
}
