import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useCallback, type ReactNode } from 'react'
import { Link } from 'react-router'
import { getConfig } from '@/api/client'
import { Composer } from '@/features/message/composer'
import { Messages } from '@/features/message/messages'
import { partnerQuery, threadOf, voiceQuery, type Message } from '@/features/message/queries'
import { sendMessage } from '@/features/message/sending'
import { useCompanion } from '@/features/message/use-companion'
import { Company } from '@/features/message/voice'
import { paths, profilePath } from '@/lib/paths'
import { settle } from '@/lib/settle'
import { isBlocked, isThere } from '@/lib/standing'
import { subtitleOf } from '@/lib/subtitle'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { toast } from '@/lib/toast'

type ThreadProps = {
  ownId: string
  partnerId: string
  /** The party one writes for; null for oneself. */
  speaksFor: { id: string; name: string } | null
  /** Why one may read and no longer answer. */
  silence?: string | undefined
  /** The way to tell administrators about a received message; the same function at every drawing. */
  report: (messageId: string) => ReactNode
}

/** One conversation: who it is with, what was said, and the box to answer in. */
export function Thread({ ownId, partnerId, speaksFor, silence, report }: ThreadProps) {
  const thread = threadOf(ownId, partnerId)
  const { isPresent, isTyping, tellTyping } = useCompanion(thread, ownId, partnerId)
  const { mutateAsync: send } = useMutation(sendMessage(useQueryClient()))
  const partyId = speaksFor?.id ?? null

  const submit = useCallback(
    ({ id, content }: Pick<Message, 'id' | 'content'>) =>
      settle(send({ id, content, from_id: ownId, to_id: partnerId, party_id: partyId }), {
        onSuccess: () => void announceSent(),
        onError: () =>
          toast({
            variant: 'destructive',
            title: 'Erro',
            description: 'Não foi possível enviar a mensagem.',
          }),
      }),
    [send, ownId, partnerId, partyId],
  )

  return (
    <section aria-label="Conversa" className="flex h-full min-h-0 flex-col">
      <Partner ownId={ownId} partnerId={partnerId} isPresent={isPresent} isTyping={isTyping} />
      <Messages ownId={ownId} partnerId={partnerId} report={report} onRetry={submit} />
      <Answer partnerId={partnerId} silence={silence}>
        <Composer
          {...(speaksFor && { note: `Você escreve por ${speaksFor.name}.` })}
          draft={`mensagem:${ownId}:${partnerId}`}
          onTyping={tellTyping}
          onSend={(content) => submit({ id: crypto.randomUUID(), content })}
        />
      </Answer>
    </section>
  )
}

/** The box to answer in, unless nobody would read it. */
function Answer({ partnerId, silence, children }: AnswerProps) {
  const { data: partner } = useQuery(partnerQuery(partnerId))
  if (isThere(partner) && silence === undefined) return children
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-muted">
      {silence ??
        (isBlocked(partner)
          ? 'Esta conta está bloqueada e não recebe mensagens.'
          : 'Esta pessoa não está mais na plataforma e não recebe mensagens.')}
    </p>
  )
}

type AnswerProps = { partnerId: string; silence: string | undefined; children: ReactNode }

/** Says truthfully whether a mail goes out with the message. */
async function announceSent() {
  const { mail } = await getConfig()
  toast({
    title: 'Mensagem Enviada!',
    ...(mail ? {} : { description: 'Simulação: em produção, uma notificação por e-mail seria enviada.' }),
  })
}

type PartnerProps = { ownId: string; partnerId: string; isPresent: boolean; isTyping: boolean }

function Partner({ ownId, partnerId, isPresent, isTyping }: PartnerProps) {
  const { data: partner } = useQuery(partnerQuery(partnerId))
  const { data: party } = useQuery(voiceQuery(ownId, partnerId))
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
