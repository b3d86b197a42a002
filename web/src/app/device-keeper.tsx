import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { dropSubscription, keepDevice } from '@/api/device/push'
import { after, invalidate } from '@/api/invalidation'
import { unreadNotificationsQuery } from '@/features/notification/queries'
import { isOwnPath } from '@/lib/navigation/login-redirect'

/**
 * Keeps the push notifications of this device: renews the subscription, ends that of a person who signed
 * out, and navigates where a pressed notification leads.
 */
export function DeviceKeeper({ profileId }: { profileId: string | null }) {
  useKept(profileId)
  useLeading(profileId)
  return profileId === null ? null : <Cleared profileId={profileId} />
}

function useKept(profileId: string | null) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const done =
      profileId === null
        ? dropSubscription()
        : keepDevice(profileId).then(() => invalidate(queryClient, after.deviceChange(profileId)))
    done.catch(() => undefined) // The next visit tries again.
  }, [profileId, queryClient])
}

function useLeading(profileId: string | null) {
  const navigate = useNavigate()
  useEffect(() => {
    const { serviceWorker } = navigator
    function onMessage({ data, ports }: MessageEvent<unknown>) {
      if (typeof data !== 'object' || data === null) return
      const open: unknown = Reflect.get(data, 'open')
      if (isOwnPath(open)) {
        ports[0]?.postMessage(true)
        void navigate(open)
      }
      if (Reflect.get(data, 'deviceChanged') === true && profileId !== null)
        keepDevice(profileId).catch(() => undefined)
    }
    serviceWorker.addEventListener('message', onMessage)
    return () => serviceWorker.removeEventListener('message', onMessage)
  }, [navigate, profileId])
}

/** Closes the notifications of the open page, and sets the badge of the icon to the unread count. */
function Cleared({ profileId }: { profileId: string }) {
  const { pathname, search } = useLocation()
  const { data: unread } = useQuery(unreadNotificationsQuery(profileId))
  useEffect(() => {
    closeShown([pathname, pathname + search]).catch(() => undefined)
  }, [pathname, search, unread])
  useEffect(() => {
    if (unread !== undefined && 'setAppBadge' in navigator)
      navigator.setAppBadge(unread).catch(() => undefined)
  }, [unread])
  return null
}

async function closeShown(addresses: readonly string[]): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const shown = (await registration?.getNotifications()) ?? []
  shown.filter(({ data }) => addresses.includes(urlOf(data))).forEach((one) => one.close())
}

function urlOf(data: unknown): string {
  const url: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'url') : undefined
  return typeof url === 'string' ? url : ''
}
