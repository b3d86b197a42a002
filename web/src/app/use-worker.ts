import { useEffect } from 'react'
import type { Role } from '@/api/session/profile'

/**
 * Registers the service worker for members, who can then open the application offline; a visitor stores
 * nothing. The worker caches the shell by itself, and the pages of a side when it is told which side.
 */
export function useWorker(side: Role | undefined): void {
  useEffect(() => {
    if (side === undefined || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const tell = () => serviceWorker.controller?.postMessage({ side })
    serviceWorker.addEventListener('controllerchange', tell)
    serviceWorker.register('/sw.js').then(tell, () => undefined) // Without a service worker only offline start is missing.
    return () => serviceWorker.removeEventListener('controllerchange', tell)
  }, [side])
}
