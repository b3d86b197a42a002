import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { getConfig } from '@/api/client'
import { errorSentence, toApiError } from '@/api/errors'
import { forgetUnsent, keepUnsent, type Outgoing } from '@/features/message/outbox/outbox'
import { post } from '@/features/message/outbox/delivery'
import type { Message } from '@/features/message/queries'
import { isRefusal, type Composition } from '@/features/message/composer/use-composition'
import { forgetDraftFiles } from '@/lib/device/draft-files'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'

type Way = { ownId: string; partnerId: string; partyId: string | null }

/** Sends what is written. What the server refused goes back into the box; what got no answer waits for a line. */
export function useSending(composition: Composition, { ownId, partnerId, partyId }: Way) {
  const queryClient = useQueryClient()
  const giveBack = useRef(composition.giveBack)
  useEffect(() => {
    giveBack.current = composition.giveBack
  })

  const submit = useCallback(
    (outgoing: Outgoing) =>
      reportOutcome(post(queryClient, outgoing), {
        onSuccess: () => void announceSent(),
        onError: (error) => {
          if (isRefusal(error) && giveBack.current(outgoing, error)) forgetUnsent(outgoing)
          else if (isKeyUsed(error)) renew(outgoing, error)
          toast({
            variant: 'destructive',
            title: 'Erro',
            description: 'Não foi possível enviar a mensagem.',
          })
        },
      }),
    [queryClient],
  )

  function send() {
    const taken = composition.take()
    if (taken === undefined) return
    submit({ client_id: crypto.randomUUID(), from_id: ownId, to_id: partnerId, party_id: partyId, ...taken })
  }

  const retry = useCallback(
    ({ id, from_id, to_id, party_id, content, quote, files }: Message) =>
      submit({ client_id: id, from_id, to_id, party_id, content, quote, files }),
    [submit],
  )

  const discard = useCallback(({ id, from_id, to_id, files }: Message) => {
    forgetUnsent({ client_id: id, from_id, to_id })
    void forgetDraftFiles(files.map(({ path }) => path))
  }, [])

  return { send, retry, discard }
}

function isKeyUsed(error: unknown): boolean {
  return toApiError(error).code === 'message_key_used'
}

/** Its key is another message's: it keeps what was written under one of its own, until it is sent again. */
function renew(outgoing: Outgoing, error: unknown): void {
  forgetUnsent(outgoing)
  const message = { ...outgoing, client_id: crypto.randomUUID() }
  keepUnsent(message, { sending: 'failed', reason: errorSentence(error) })
}

/** Says truthfully whether a mail goes out with the message. */
async function announceSent() {
  const { mail } = await getConfig()
  toast({
    title: 'Mensagem Enviada!',
    ...(mail ? {} : { description: 'Simulação: em produção, uma notificação por e-mail seria enviada.' }),
  })
}
