import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, MessagesSquare, Search } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Row } from '@/api/tables'
import { Company } from '@/features/message/bubble/lines'
import { Composer } from '@/features/message/composer/composer'
import { DropPlace } from '@/features/message/composer/drop-place'
import { useComposition, useShareTarget } from '@/features/message/composer/use-composition'
import { useSending } from '@/features/message/outbox/use-sending'
import { partnerQuery, threadOf, voiceQuery, type SpokenFor } from '@/features/message/queries'
import { ThreadSearchBar, useThreadSearch } from '@/features/message/search/thread-search'
import { Messages } from './messages'
import { useCompanion } from './use-companion'
import { paths, profilePath } from '@/lib/paths'
import { kindOf, isActive, isBlocked, subtitleOf } from '@/lib/person/person'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'

type ThreadProps = {
  ownId: string
  partnerId: string
  /** The party one writes for; null for oneself. */
  speaksFor: { id: string; name: string } | null
  /** Why one may read and no longer answer. */
  silence?: string | undefined
  /** Renders the report button of a received message; stable across renders. */
  report: (messageId: string) => ReactNode
  /** The deal that both have with each other, by the party the partner speaks for. */
  about?: (partnerPartyId: string) => ReactNode
}

/** One conversation: who it is with, what it is about, what was said, and the box to answer in. */
export function Thread({ ownId, partnerId, speaksFor, silence, report, about }: ThreadProps) {
  const { isPresent, isTyping, tellTyping } = useCompanion(threadOf(ownId, partnerId), ownId, partnerId)
  const { data: partner } = useQuery(partnerQuery(partnerId))
  const { data: party } = useQuery(voiceQuery(ownId, partnerId))
  const composition = useComposition(`mensagem:${ownId}:${partnerId}`, ownId)
  useShareTarget(composition)
  const { send, retry, discard } = useSending(composition, {
    ownId,
    partnerId,
    partyId: speaksFor?.id ?? null,
  })
  const why = silence ?? silenceOf(partner)
  const search = useThreadSearch(ownId, partnerId)
  const searchButton = useRef<HTMLButtonElement>(null)

  function closeSearch() {
    search.close()
    searchButton.current?.focus()
  }

  return (
    <DropPlace onFiles={why === undefined ? composition.attachments.choose : undefined}>
      <ThreadHead partner={partner} party={party} isPresent={isPresent} isTyping={isTyping}>
        <Button
          ref={searchButton}
          variant="ghost"
          size="icon"
          aria-label="Buscar nesta conversa"
          aria-expanded={search.isOpen}
          onClick={search.isOpen ? closeSearch : search.open}
        >
          <Search className="size-5" aria-hidden />
        </Button>
      </ThreadHead>
      {search.isOpen && <ThreadSearchBar search={search} onClose={closeSearch} />}
      <div className="contents short:hidden">{about?.(party?.id ?? partnerId)}</div>
      <Messages
        ownId={ownId}
        partnerId={partnerId}
        report={report}
        onRetry={retry}
        onDiscard={discard}
        onReply={why === undefined ? composition.answer : undefined}
      />
      {why === undefined ? (
        <Composer
          {...(speaksFor && { note: `Você escreve por ${speaksFor.name}.` })}
          ownId={ownId}
          composition={composition}
          onTyping={tellTyping}
          onSend={send}
        />
      ) : (
        <p className="border-t border-line px-4 py-3 text-sm text-muted">{why}</p>
      )}
    </DropPlace>
  )
}

/** Why nobody would read an answer; nothing while that is not known to be so. */
function silenceOf(partner: PartnerRow | null | undefined): string | undefined {
  if (isActive(partner)) return undefined
  return isBlocked(partner)
    ? 'Esta conta está bloqueada e não recebe mensagens.'
    : 'Esta pessoa não está mais na plataforma e não recebe mensagens.'
}

/** Shown while no conversation is selected. */
export function NoThread() {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 p-8 text-center text-muted">
      <MessagesSquare className="size-8" aria-hidden />
      <p>Selecione uma conversa para começar a conversar.</p>
    </div>
  )
}

type PartnerRow = Pick<
  Row<'profiles'>,
  | 'id'
  | 'role'
  | 'status'
  | 'removed_at'
  | 'name'
  | 'title'
  | 'headline'
  | 'avatar_url'
  | 'avatar_seed'
  | 'is_party'
>

type ThreadHeadProps = {
  partner: PartnerRow | null | undefined
  party: SpokenFor | null | undefined
  isPresent: boolean
  isTyping: boolean
  /** What stands at the end of the head. */
  children: ReactNode
}

/** The partner of a conversation, and whether they are present. */
function ThreadHead({ partner, party, isPresent, isTyping, children }: ThreadHeadProps) {
  const name = partner === null ? 'Usuário indisponível' : (partner?.name ?? '')
  return (
    <header className="flex items-center gap-3 border-b border-line px-4 py-3">
      <Button asChild variant="ghost" size="icon" className="-ml-2 md:hidden">
        <Link to={paths.messages()} aria-label="Voltar às conversas">
          <ArrowLeft className="size-5" aria-hidden />
        </Link>
      </Button>
      <Avatar name={name} kind={kindOf(partner)} imageUrl={partner?.avatar_url} seed={partner?.avatar_seed} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-semibold">
          {partner && partner.role !== 'admin' && partner.is_party && isActive(partner) ? (
            <Link to={profilePath(partner)} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
          <Company party={party} />
          {isBlocked(partner) && (
            <Badge tone="danger" className="ml-2">
              bloqueado
            </Badge>
          )}
        </h2>
        <p role="status" className="truncate text-sm text-muted">
          {isTyping ? 'digitando…' : isPresent ? 'na conversa agora' : subtitleOf(partner)}
        </p>
      </div>
      {children}
    </header>
  )
}
