import type { Session } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isServerDown, watchConnectivity } from '@/api/device/connectivity'

/**
 * Stores what a member sees on this device, and restores it only while the server is down, so that
 * nobody reads old data while newer data can be had.
 */
export function useLastSeen(session: Session | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const putBack = () => {
      if (!isServerDown()) return
      import('@/api/device/offline')
        .then(({ restoreOffline }) => restoreOffline(queryClient))
        .catch(() => undefined)
    }
    putBack()
    return watchConnectivity(putBack)
  }, [queryClient])
  useEffect(() => {
    if (session === undefined) return
    const keeping = import('@/api/device/offline').then(({ saveOffline }) =>
      saveOffline(queryClient, session),
    )
    return () => void keeping.then((stop) => stop()).catch(() => undefined)
  }, [queryClient, session])
}
