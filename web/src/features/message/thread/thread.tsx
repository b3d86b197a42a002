import { useQuery } from '@tanstack/react-query'
import { Search, MessagesSquare } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Composer } from '@/features/message/composer/composer'
import { DropPlace } from '@/features/message/composer/drop-place'
import { Messages } from './messages'
import { partnerQuery, threadOf, voiceQuery } from '@/features/message/queries'
import { ThreadHead, type PartnerRow } from './thread-head'
import { ThreadSearchBar } from '@/features/message/search/thread-search'
import { useCompanion } from './use-companion'
import { useComposition, useShareTarget } from '@/features/message/composer/use-composition'
import { useSending } from '@/features/message/outbox/use-sending'
import { useThreadSearch } from '@/features/message/search/use-thread-search'
import { isBlocked, isActive } from '@/lib/person/person'
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
