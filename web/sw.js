// Opens the application without a line. It keeps the frame and the files of a build and nothing
// else: what a person reads is kept by the application itself, for him alone.
/* global self, caches, fetch, Response, PRECACHED, VERSION */
const PREFIX = 'automacao-'
const CACHE = PREFIX + VERSION
const FRAME = '/dashboard'

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()))
})

async function fill() {
  const cache = await caches.open(CACHE)
  await cache.addAll([FRAME, ...PRECACHED])
}

// A page of the build before still asks for its own files, so that one is kept beside the newest.
self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()))
})

async function forgetOld() {
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(kept.slice(0, -1).map((name) => caches.delete(name)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(newest(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(kept(request))
})

/** The server's page wherever there is a server, so that nobody stays on an old version. */
async function newest(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(FRAME)) ?? Response.error()
  }
}

/** Names under /assets/ hold a hash of their content and never change. */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request)
}
