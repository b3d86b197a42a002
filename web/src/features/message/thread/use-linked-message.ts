import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { showMessage } from '@/features/message/thread/use-scroll-keeping'

/** The search parameter that leads to a message. */
const SOUGHT = 'mensagem'

/** The message that the address leads to, and the way to another one, or to the newest. */
export function useLinkedMessage() {
  const [params, setParams] = useSearchParams()
  const lead = useCallback(
    (messageId: string | undefined) => {
      if (messageId !== undefined) showMessage(messageId)
      const next = messageId === undefined ? {} : { [SOUGHT]: messageId }
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
  return { sought: params.get(SOUGHT) ?? undefined, lead }
}
