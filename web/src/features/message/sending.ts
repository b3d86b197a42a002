import type { QueryClient } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { ApiError } from '@/api/errors'
import { after, invalidate } from '@/api/keys'
import { storeMessage, threadOf, threadQuery, type Message } from '@/features/message/queries'

/** A message that the server has taken, unless it already told us more about it. */
function settleMessage(queryClient: QueryClient, message: Message): void {
  const { queryKey } = threadQuery(threadOf(message.from_id, message.to_id))
  const known = queryClient
    .getQueryData(queryKey)
    ?.pages.flat()
    .find((other) => other.id === message.id)
  if (known === undefined || known.sending) storeMessage(queryClient, message)
}

type Outgoing = Pick<Message, 'id' | 'from_id' | 'to_id' | 'party_id' | 'content'>

/** Shows the message at once, then stores it; sending it twice stores it once. */
export function sendMessage(queryClient: QueryClient) {
  return {
    mutationFn: async (message: Outgoing) => {
      try {
        await ask((client) => client.from('messages').insert(message))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'already_exists') return
        throw error
      }
    },
    onMutate: (message: Outgoing) => storeMessage(queryClient, { ...pending(message), sending: 'waiting' }),
    onError: (_error: Error, message: Outgoing) =>
      storeMessage(queryClient, { ...pending(message), sending: 'failed' }),
    onSuccess: (_nothing: unknown, message: Outgoing) => {
      settleMessage(queryClient, pending(message))
      return invalidate(queryClient, after.messageSending(message.from_id))
    },
  }
}

function pending(message: Outgoing): Message {
  return {
    ...message,
    read: false,
    delivered_at: null,
    automatic: false,
    timestamp: new Date().toISOString(),
  }
}

/** What the partner wrote is read once the conversation is open. */
export async function markRead(ownId: string, partnerId: string): Promise<void> {
  await ask((client) =>
    client
      .from('messages')
      .update({ read: true })
      .eq('from_id', partnerId)
      .eq('to_id', ownId)
      .eq('read', false),
  )
}

/** Tells the sender that the message arrived on this device. */
export async function markDelivered(messageId: string): Promise<void> {
  await ask((client) =>
    client
      .from('messages')
      .update({ delivered_at: new Date().toISOString() })
      .eq('id', messageId)
      .is('delivered_at', null),
  )
}
