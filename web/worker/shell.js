// Opens the application without a line. It keeps the frame and the files of a build and nothing
// else: what a person reads is kept by the application itself, for him alone.
/* global self, caches, fetch, Response, FILES, VERSION */
const PREFIX = 'automacao-'
const CACHE = PREFIX + VERSION
const FRAME = '/dashboard'
/** What a gateway says for a server that is away. */
const AWAY = [502, 503, 504]

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()))
})

async function fill() {
  const frame = await fetch(FRAME, { cache: 'no-store' })
  // While a deployment is under way another build may answer: its frame asks for files that are not here.
  const isOwn = frame.ok && (await frame.clone().text()).includes(FILES.entry)
  if (!isOwn) throw new Error('The frame is not of this build.')
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES.shell)
  await cache.put(FRAME, frame)
}

// A page of the build before still asks for its own files, so that one is kept beside the newest.
self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()))
})

async function forgetOld() {
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(kept.slice(0, -1).map((name) => caches.delete(name)))
}

// The application says for which side of the market it is used.
self.addEventListener('message', (event) => {
  const side = String(event.data?.side)
  if (Object.hasOwn(FILES.sides, side)) event.waitUntil(keepAll(FILES.sides[side]))
})

/** One after the other: the page that is being looked at goes first. */
async function keepAll(paths) {
  const cache = await caches.open(CACHE)
  for (const path of paths) {
    if ((await cache.match(path)) !== undefined) continue
    await cache.add(path).catch(() => undefined) // It is kept when it is used.
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && !/^\/[a-z]+\/v1\//.test(pathname)) event.respondWith(newest(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(kept(request))
})

/** The server's page wherever there is a server, so that nobody stays on an old version. */
async function newest(request) {
  const answer = await fetch(request).catch(() => Response.error())
  if (answer.type !== 'error' && !AWAY.includes(answer.status)) return answer
  const cache = await caches.open(CACHE)
  return (await cache.match(FRAME)) ?? answer
}

/** Names under /assets/ hold a hash of their content and never change: what is used once stays. */
async function kept(request) {
  const known = await caches.match(request, { ignoreVary: true })
  if (known !== undefined) return known
  const answer = await fetch(request)
  if (answer.ok) await keep(request, answer.clone())
  return answer
}

async function keep(request, answer) {
  try {
    const cache = await caches.open(CACHE)
    await cache.put(request, answer)
  } catch {
    // Without room it is asked for again.
  }
}
