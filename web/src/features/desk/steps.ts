import type { QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { after, invalidate } from '@/api/keys'
import { deskQuery } from '@/features/desk/queries'

export function verifyLedger() {
  return { mutationFn: () => request((data) => data.rpc('verify_ledger')) }
}

/** How often, and how long, it is looked whether a comparison has ended. */
const LOOK_MS = 1_000
const LOOKS_MAX = 90

/** Compares with the institution now; answers once that has ended, or null while it goes on. */
export function reconcile(queryClient: QueryClient, pause_ms = LOOK_MS) {
  const read = () => queryClient.query({ ...deskQuery(), staleTime: 0 })
  return {
    mutationFn: async () => {
      const before = await read()
      await requestOnce((data) => data.rpc('reconcile_payments'))
      for (let look = 0; look < LOOKS_MAX; look += 1) {
        await new Promise((resolve) => setTimeout(resolve, pause_ms))
        const now = await read()
        if (now.compared_at !== before.compared_at) return now
      }
      return null
    },
    onSettled: () => invalidate(queryClient, after.moneyNews),
  }
}

export function handleDifference(queryClient: QueryClient) {
  return {
    mutationFn: (handling: { difference_id: string; reason: string }) =>
      requestOnce((data) => data.rpc('handle_difference', handling)),
    onSuccess: () => invalidate(queryClient, after.deskStep),
  }
}

export function retryOrder(queryClient: QueryClient) {
  return {
    mutationFn: (id: string) => requestOnce((data) => data.rpc('retry_order', { order_id: id })),
    onSuccess: () => invalidate(queryClient, after.deskStep),
  }
}
