import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { getConfig } from '@/api/client'
import { isAppleHandheld, isInstalled } from '@/lib/device/device'

/**
 * Whether this device is told of news: not at all in this browser, only once the product is on the
 * home screen, not as long as the browser forbids it, or as its owner wants.
 */
export type DeviceState = 'unsupported' | 'uninstalled' | 'blocked' | 'off' | 'on'

/** Which of the server's rows this browser is, for whom; it stays when he signs out, so that he need not ask again. */
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

/** Asks the browser, which asks the person; only a press may lead here. */
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

/** What was wanted once goes on: after another sign-in, a new address or another key of the server. */
export async function keepDevice(profileId: string): Promise<void> {
  if (!isAble() || Notification.permission !== 'granted' || knownDevice(profileId) === null) return
  const [current, { pushKey }] = [await subscription(), await getConfig()]
  const isGood = current !== null && keyOf(current) === pushKey && (await readDevice(profileId)) === 'on'
  if (!isGood) await tellServer(profileId)
}

/** Nothing of a person's reaches a browser that he signed out of, not even what is on its way. */
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

/** The key that a subscription was made under, as the server writes it. */
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
    // Without storage it is asked again at the next visit.
  }
}
