import { useEffect } from 'react'
import type { Role } from '@/api/session/profile'

/**
 * Who works here opens the application without a line too; a visitor is not made to keep it. The
 * worker keeps the shell by itself, and the pages of a side when it hears which side that is.
 */
export function useWorker(side: Role | undefined): void {
  useEffect(() => {
    if (side === undefined || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const tell = () => serviceWorker.controller?.postMessage({ side })
    serviceWorker.addEventListener('controllerchange', tell)
    serviceWorker.register('/sw.js').then(tell, () => undefined) // Without it all works but that.
    return () => serviceWorker.removeEventListener('controllerchange', tell)
  }, [side])
}
