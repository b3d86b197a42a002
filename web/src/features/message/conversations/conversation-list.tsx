import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessagesSquare, SearchX } from 'lucide-react'
import { NavLink } from 'react-router'
import { rowsOf, totalOf } from '@/api/request/counted-pages'
import { errorSentence } from '@/api/errors'
import {
  conversationsQuery,
  findConversationsQuery,
  type Conversation,
  formatFiles,
} from '@/features/message/queries'
import { classNames } from '@/lib/class-names'
import { formatRelative } from '@/lib/format'
import { paths } from '@/lib/paths'
import { isBlocked, kindOf } from '@/lib/person/person'
import { Avatar } from '@/ui/avatar'
import { Badge, CountBadge } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { MorePages } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'

type ConversationListProps = {
  ownId: string
  /** Where a conversation leads; to itself, unless something is to be taken along. */
  to?: (partnerId: string) => string
  /** The parties whose contracts wait for the reader. */
  waiting?: ReadonlySet<string>
}

export function ConversationList({ ownId, to = paths.conversation, waiting }: ConversationListProps) {
  const query = useInfiniteQuery(conversationsQuery(ownId))
  if (query.isPending) {
    return (
      <Loading label="Carregando conversas…">
        {Array.from({ length: 5 }, (_, i) => (
          <Skeleton key={i} className="m-3 h-14" />
        ))}
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const conversations = rowsOf(query.data)
  if (conversations.length === 0) {
    return (
      <EmptyState
        icon={MessagesSquare}
        title="Nenhuma conversa ainda"
        description="As conversas começam em uma proposta ou no perfil de alguém."
      />
    )
  }
  return (
    <nav aria-label="Conversas">
      <ul>
        {conversations.map((conversation) => (
          <li key={conversation.partner_id}>
            <ConversationLink
              conversation={conversation}
              ownId={ownId}
              to={to(conversation.partner_id)}
              isWaiting={isOfOne(conversation, waiting)}
            />
          </li>
        ))}
      </ul>
      <MorePages list={query} shown={conversations.length} total={totalOf(query.data)} noun="conversas" />
    </nav>
  )
}

const FOUND_MAX = 30

type FoundConversationsProps = { ownId: string; text: string; to: (partnerId: string) => string }

/** Those with whom a text names. */
export function FoundConversations({ ownId, text, to }: FoundConversationsProps) {
  const query = useQuery({
    ...findConversationsQuery(ownId, text, FOUND_MAX),
    placeholderData: (found) => found,
  })
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.data === undefined) {
    return (
      <Loading label="Buscando conversas…">
        <Skeleton className="m-3 h-14" />
      </Loading>
    )
  }
  if (query.data.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhuma conversa encontrada"
        description={`Ninguém com quem você conversou se chama “${text}”.`}
      />
    )
  }
  return (
    <nav aria-label="Conversas encontradas">
      <ul>
        {query.data.map((conversation) => (
          <li key={conversation.partner_id}>
            <ConversationLink
              conversation={conversation}
              ownId={ownId}
              to={to(conversation.partner_id)}
              isWaiting={false}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function isOfOne({ partner_id, party }: Conversation, parties: ReadonlySet<string> = new Set()): boolean {
  return parties.has(partner_id) || (party !== null && parties.has(party.id))
}

type ConversationLinkProps = { conversation: Conversation; ownId: string; to: string; isWaiting: boolean }

function ConversationLink({ conversation, ownId, to, isWaiting }: ConversationLinkProps) {
  const { partner, party, unread_count, last_from_id, last_content, last_files_count, last_at } = conversation
  const name = partner?.name ?? 'Usuário indisponível'
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classNames('flex gap-3 border-b border-line px-4 py-3 hover:bg-hover', isActive && 'bg-hover')
      }
    >
      <Avatar name={name} kind={kindOf(partner)} imageUrl={partner?.avatar_url} seed={partner?.avatar_seed} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-2">
          <span
            className={classNames(
              'line-clamp-2 flex-1 basis-28 text-sm wrap-anywhere',
              unread_count > 0 ? 'font-semibold' : 'font-medium',
            )}
          >
            {name}
          </span>
          {isBlocked(partner) && <Badge tone="danger">bloqueado</Badge>}
          {isWaiting && <Badge tone="warning">contrato: sua vez</Badge>}
          <time dateTime={last_at} className="shrink-0 text-xs text-muted">
            {formatRelative(last_at)}
          </time>
        </span>
        {party?.removed_at === null && (
          <span className="line-clamp-2 text-xs wrap-anywhere text-muted">{party.name}</span>
        )}
        <span className="flex items-center justify-between gap-2">
          <span
            className={classNames(
              'line-clamp-2 text-sm wrap-anywhere',
              unread_count > 0 ? 'text-ink' : 'text-muted',
            )}
          >
            {last_from_id === ownId && 'Você: '}
            {last_content === '' ? formatFiles(last_files_count) : last_content}
          </span>
          <CountBadge count={unread_count} label="não lidas" />
        </span>
      </span>
    </NavLink>
  )
}
