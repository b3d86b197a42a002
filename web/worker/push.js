// Shows what the server tells this device while the product is closed, and leads to it.
/* global self, MessageChannel, setTimeout, clearTimeout */
const ICONS = { icon: '/icon-192.png', badge: '/icon-badge-96.png' }
/** How long an open page may take to say that it goes where it is sent. */
const HEARD_MS = 1500

self.addEventListener('push', (event) => event.waitUntil(tellPerson(readNews(event.data))))

/** What cannot be read is still told: a browser allows no silent push. */
function readNews(data) {
  try {
    const news = data.json()
    if (typeof news.title === 'string' && typeof news.url === 'string' && news.url.startsWith('/'))
      return news
  } catch {
    // What follows.
  }
  return { id: '', tag: 'novidade', title: 'Há novidades para você', body: '', url: '/dashboard' }
}

async function tellPerson({ id, tag, title, body, url, unread }) {
  await countOnIcon(unread)
  const pages = await openPages()
  if (pages.some((page) => page.focused && isAt(page, url))) return
  const shown = await self.registration.getNotifications({ tag })
  // The server may send once more what it could not note as sent.
  const isKnown = shown.some((one) => one.data?.id === id)
  const alert = isKnown ? { silent: true } : { renotify: shown.length > 0 }
  await self.registration.showNotification(title, {
    ...ICONS,
    ...alert,
    body,
    tag,
    lang: 'pt-BR',
    data: { id, url },
  })
}

async function countOnIcon(unread) {
  if (typeof unread !== 'number') return
  await self.navigator?.setAppBadge?.(unread)?.catch(() => undefined)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(lead(event.notification.data?.url ?? '/dashboard'))
})

/** To a page that shows it, else to one that goes there, else to a new one. */
async function lead(url) {
  const pages = await openPages()
  const there = pages.find((page) => isAt(page, url))
  if (there !== undefined) return there.focus()
  const [page] = pages
  if (page === undefined) return self.clients.openWindow(url)
  const focused = await page.focus()
  if (!(await goesTo(focused, url))) await self.clients.openWindow(url)
}

/** A page keeps what is written in it by going there itself; one that does not answer is left alone. */
function goesTo(page, url) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const late = setTimeout(() => resolve(false), HEARD_MS)
    port1.onmessage = () => {
      clearTimeout(late)
      resolve(true)
    }
    page.postMessage({ open: url }, [port2])
  })
}

// A new address is the server's to know, and only a signed-in page may tell it: an open one does now, another when it opens.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

async function renew({ oldSubscription, newSubscription }) {
  const { options } = oldSubscription ?? {}
  if (!newSubscription && options)
    await self.registration.pushManager.subscribe(options).catch(() => undefined)
  for (const page of await openPages()) page.postMessage({ deviceChanged: true })
}

function openPages() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

function isAt(page, url) {
  const { pathname, search } = new URL(page.url)
  return url === pathname || url === pathname + search
}
