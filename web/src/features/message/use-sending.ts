import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { getConfig } from '@/api/client'
import { forgetUnsent, type Outgoing } from '@/features/message/outbox'
import type { Message } from '@/features/message/queries'
import { sendMessage } from '@/features/message/sending'
import { isRefusal, type Composition } from '@/features/message/use-composition'
import { settle } from '@/lib/settle'
import { toast } from '@/lib/toast'

type Way = { ownId: string; partnerId: string; partyId: string | null }

/** Sends what is written. What the server refused goes back into the box; what got no answer waits to be sent again. */
export function useSending(composition: Composition, { ownId, partnerId, partyId }: Way) {
  const { mutateAsync } = useMutation(sendMessage(useQueryClient()))
  const giveBack = useRef(composition.giveBack)
  useEffect(() => {
    giveBack.current = composition.giveBack
  })

  const submit = useCallback(
    (outgoing: Outgoing) =>
      settle(mutateAsync(outgoing), {
        onSuccess: () => void announceSent(),
        onError: (error) => {
          if (isRefusal(error) && giveBack.current(outgoing, error)) forgetUnsent(outgoing)
          toast({
            variant: 'destructive',
            title: 'Erro',
            description: 'Não foi possível enviar a mensagem.',
          })
        },
      }),
    [mutateAsync],
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

  return { send, retry }
}

/** Says truthfully whether a mail goes out with the message. */
async function announceSent() {
  const { mail } = await getConfig()
  toast({
    title: 'Mensagem Enviada!',
    ...(mail ? {} : { description: 'Simulação: em produção, uma notificação por e-mail seria enviada.' }),
  })
}
