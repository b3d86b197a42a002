import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Row } from '@/api/tables'
import { Composer } from '@/features/message/composer'
import { Messages } from '@/features/message/messages'
import { partnerQuery, threadOf, voiceQuery, type SpokenFor } from '@/features/message/queries'
import { useCompanion } from '@/features/message/use-companion'
import { useComposition } from '@/features/message/use-composition'
import { useSending } from '@/features/message/use-sending'
import { Company } from '@/features/message/voice'
import { paths, profilePath } from '@/lib/paths'
import { isBlocked, isThere } from '@/lib/standing'
import { subtitleOf } from '@/lib/subtitle'
import { kindOf } from '@/lib/avatar-kind'
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
  /** The way to tell administrators about a received message; the same function at every drawing. */
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
  const { send, retry } = useSending(composition, { ownId, partnerId, partyId: speaksFor?.id ?? null })
  const why = silence ?? silenceOf(partner)

  return (
    <section aria-label="Conversa" className="flex h-full min-h-0 flex-col">
      <Partner partner={partner} party={party} isPresent={isPresent} isTyping={isTyping} />
      {about?.(party?.id ?? partnerId)}
      <Messages
        ownId={ownId}
        partnerId={partnerId}
        report={report}
        onRetry={retry}
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
    </section>
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

/** Why nobody would read an answer; nothing while that is not known to be so. */
function silenceOf(partner: PartnerRow | null | undefined): string | undefined {
  if (isThere(partner)) return undefined
  return isBlocked(partner)
    ? 'Esta conta está bloqueada e não recebe mensagens.'
    : 'Esta pessoa não está mais na plataforma e não recebe mensagens.'
}

type PartnerProps = {
  partner: PartnerRow | null | undefined
  party: SpokenFor | null | undefined
  isPresent: boolean
  isTyping: boolean
}

function Partner({ partner, party, isPresent, isTyping }: PartnerProps) {
  const name = partner === null ? 'Usuário indisponível' : (partner?.name ?? '')
  return (
    <header className="flex items-center gap-3 border-b border-line px-4 py-3">
      <Button asChild variant="ghost" size="icon" className="-ml-2 md:hidden">
        <Link to={paths.messages()} aria-label="Voltar às conversas">
          <ArrowLeft className="size-5" aria-hidden />
        </Link>
      </Button>
      <Avatar name={name} kind={kindOf(partner)} imageUrl={partner?.avatar_url} seed={partner?.avatar_seed} />
      <div className="min-w-0">
        <h2 className="truncate text-base font-semibold">
          {partner && partner.role !== 'admin' && partner.is_party && isThere(partner) ? (
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
    </header>
  )
}
