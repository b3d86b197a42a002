import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isServerDown, watchConnectivity } from '@/api/device/connectivity'
import { forgetUnsentOfOthers } from '@/features/message/outbox/outbox'
import { deliver } from '@/features/message/outbox/delivery'
import { forgetAllDraftFiles } from '@/lib/device/draft-files'

/** Sends what a person wrote without a line as soon as there is one, whatever page is open. */
export function useDelivery(ownId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    forgetUnsentOfOthers(ownId)
    void forgetAllDraftFiles(ownId)
    const send = () => {
      if (!isServerDown()) void deliver({ queryClient, ownId })
    }
    send()
    return watchConnectivity(send)
  }, [queryClient, ownId])
}
