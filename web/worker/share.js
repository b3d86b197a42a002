// Takes what another application shares with this one, and leads to where its place is chosen.
// It is kept here alone until then; a page elsewhere that sends the same can no more than offer a draft.
/* global self, caches, File, Response */
const SHARE = '/dashboard/compartilhar'
const SHARED = 'compartilhado'
const SHARED_BOUNDS = { characters: 5000, files: 10, bytes: 10 * 1024 * 1024, bytesOfAll: 40 * 1024 * 1024 }

self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  const isShare = event.request.method === 'POST' && origin === self.location.origin && pathname === SHARE
  if (isShare) event.respondWith(takeShared(event.request))
})

async function takeShared(request) {
  await keepShared(request).catch(() => undefined) // The page says that there is nothing.
  return Response.redirect(new URL(SHARE, self.location.origin).href, 303)
}

async function keepShared(request) {
  await caches.delete(SHARED)
  const form = await request.formData()
  const cache = await caches.open(SHARED)
  await cache.put('/compartilhado/texto', new Response(wordsOf(form)))
  for (const [index, file] of filesOf(form).entries()) {
    const headers = { 'Content-Type': file.type, 'X-Name': encodeURIComponent(file.name.slice(0, 200)) }
    await cache.put(`/compartilhado/arquivo/${index}`, new Response(file, { headers }))
  }
}

/** Title, text and address, of which applications repeat one in another. */
function wordsOf(form) {
  const said = ['titulo', 'texto', 'endereco'].map((name) => String(form.get(name) ?? '').trim())
  const isTold = (one, at) =>
    !said.some((other, of) => of !== at && other.includes(one) && (other !== one || of < at))
  return said
    .filter((one, at) => one !== '' && isTold(one, at))
    .join('\n')
    .slice(0, SHARED_BOUNDS.characters)
}

function filesOf(form) {
  let room = SHARED_BOUNDS.bytesOfAll
  return form
    .getAll('arquivos')
    .filter(
      (one) =>
        one instanceof File && one.size > 0 && one.size <= SHARED_BOUNDS.bytes && (room -= one.size) >= 0,
    )
    .slice(0, SHARED_BOUNDS.files)
}
