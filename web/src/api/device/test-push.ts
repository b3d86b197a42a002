import { vi } from 'vitest'

const KEY = 'BDd3'

/** For tests: a browser with push notifications, which records what was done to it. */
export function stubDevice({ permission = 'default', answer = 'granted', agent = '' } = {}) {
  let held: object | null = null
  const done = { asked: 0, subscribed: 0, unsubscribed: 0 }
  const shown: { data: { url: string }; close: () => void }[] = []
  function subscribe() {
    done.subscribed++
    const endpoint = `https://fcm.googleapis.com/${String(done.subscribed)}`
    held = {
      endpoint,
      options: { applicationServerKey: Uint8Array.from(atob(KEY), (char) => char.charCodeAt(0)).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: () => {
        done.unsubscribed++
        held = null
        return Promise.resolve(true)
      },
    }
    return Promise.resolve(held)
  }
  const registration = {
    pushManager: { getSubscription: () => Promise.resolve(held), subscribe },
    getNotifications: () => Promise.resolve(shown),
  }
  const worker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    register: () => Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  })
  const notification = {
    permission,
    requestPermission: () => {
      done.asked++
      notification.permission = answer
      return Promise.resolve(answer)
    },
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', Object)
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
  if (agent !== '') vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  return { done, shown, worker, key: KEY }
}

/** For tests: a browser without push notifications. */
export function stubNoDevice(agent = ''): void {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  if (agent !== '') vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
}
