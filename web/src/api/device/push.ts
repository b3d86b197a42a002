import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { getConfig } from '@/api/client'
import { isAppleHandheld, isInstalled } from '@/lib/device/device'

/**
 * Whether this device receives push notifications: the browser lacks them, needs the installed
 * application, or blocks them; or the owner has them off or on.
 */
export type DeviceState = 'unsupported' | 'uninstalled' | 'blocked' | 'off' | 'on'

/**
 * The id of this browser's subscription, by person. It survives signing out, so that the person is not
 * asked again.
 */
const KEY = 'automacao-aparelho:'

export async function readDevice(profileId: string): Promise<DeviceState> {
  if (!isAble()) return isAppleHandheld() && !isInstalled() ? 'uninstalled' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const known = knownDevice(profileId)
  const current = await subscription()
  if (known === null || Notification.permission !== 'granted' || known.endpoint !== current?.endpoint)
    return 'off'
  const rows = await request((client) => client.from('push_subscriptions').select('id').eq('id', known.id))
  return rows.length > 0 ? 'on' : 'off'
}

/** Asks for permission; browsers allow this only after a press. */
export async function addDevice(profileId: string): Promise<DeviceState> {
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return 'blocked'
  if (permission !== 'granted') return 'off'
  await tellServer(profileId)
  return 'on'
}

export async function removeDevice(profileId: string): Promise<void> {
  await requestOnce((client) => client.rpc('remove_push_device', {}))
  remember(profileId, null)
  await dropSubscription()
}

/** Renews a subscription after a new sign-in, a new address or a new server key. */
export async function keepDevice(profileId: string): Promise<void> {
  if (!isAble() || Notification.permission !== 'granted' || knownDevice(profileId) === null) return
  const [current, { pushKey }] = [await subscription(), await getConfig()]
  const isGood = current !== null && keyOf(current) === pushKey && (await readDevice(profileId)) === 'on'
  if (!isGood) await tellServer(profileId)
}

/** Ends the subscription on sign-out: not even a notification on its way may be shown. */
export async function dropSubscription(): Promise<void> {
  await (await subscription())?.unsubscribe()
}

function isAble(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function tellServer(profileId: string): Promise<void> {
  const { endpoint = '', keys } = (await subscribe()).toJSON()
  const { id } = await requestOnce((client) =>
    client.rpc('add_push_device', {
      endpoint,
      p256dh: keys?.p256dh ?? '',
      auth: keys?.auth ?? '',
      user_agent: navigator.userAgent,
    }),
  )
  remember(profileId, { id, endpoint })
}

async function subscribe(): Promise<PushSubscription> {
  const { pushKey } = await getConfig()
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  if (before !== null && keyOf(before) === pushKey) return before
  await before?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
}

/** The server key of a subscription, as the server writes it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function subscription(): Promise<PushSubscription | null> {
  if (!isAble()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

type Known = { id: string; endpoint: string }

function knownDevice(profileId: string): Known | null {
  try {
    const [id, endpoint] = (localStorage.getItem(KEY + profileId) ?? '').split(' ')
    return id === undefined || endpoint === undefined ? null : { id, endpoint }
  } catch {
    return null
  }
}

function remember(profileId: string, device: Known | null): void {
  try {
    if (device === null) localStorage.removeItem(KEY + profileId)
    else localStorage.setItem(KEY + profileId, `${device.id} ${device.endpoint}`)
  } catch {
    // Without storage the person is asked again at the next visit.
  }
}
