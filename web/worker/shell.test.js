/* global Response */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'

const source = await readFile(join(import.meta.dirname, 'shell.js'), 'utf8')
const ORIGIN = 'https://mercado.test'
const FILES = {
  entry: '/assets/index-2.js',
  shell: ['/assets/index-2.js', '/assets/client-2.js'],
  sides: { company: ['/assets/projects-2.js'], professional: ['/assets/proposals-2.js'] },
}
const FRAME = '<script src="/assets/index-2.js"></script>'

let stores, network, asked

beforeEach(() => {
  stores = new Map()
  asked = []
  network = { '/dashboard': FRAME }
  for (const path of [...FILES.shell, ...FILES.sides.company, '/assets/rare-2.js']) network[path] = path
})

/** The network: a text, a status, or nothing where there is no line. */
async function fetch(request) {
  const path = new URL(request.url ?? request, ORIGIN).pathname
  asked.push(path)
  const answer = network === undefined ? undefined : (network[path] ?? 404)
  if (answer === undefined) throw new TypeError('no line')
  return typeof answer === 'number' ? new Response('', { status: answer }) : new Response(answer)
}

function pathOf(request) {
  return new URL(request.url ?? request, ORIGIN).pathname
}

function cacheOf(name) {
  if (!stores.has(name)) stores.set(name, new Map())
  const kept = stores.get(name)
  const add = async (path) => {
    const answer = await fetch(path)
    if (!answer.ok) throw new TypeError('bad answer')
    kept.set(path, answer)
  }
  return {
    add,
    addAll: (paths) => Promise.all(paths.map(add)),
    put: async (request, answer) => void kept.set(pathOf(request), answer),
    match: async (request) => kept.get(pathOf(request))?.clone(),
  }
}

const caches = {
  open: async (name) => cacheOf(name),
  keys: async () => [...stores.keys()],
  delete: async (name) => stores.delete(name),
  match: async (request) => {
    for (const kept of stores.values())
      if (kept.has(pathOf(request))) return kept.get(pathOf(request)).clone()
    return undefined
  },
}

/** A worker of a build, by the handlers that it registers. */
function start(version = '2') {
  const handlers = {}
  const self = {
    location: { origin: ORIGIN },
    clients: { claim: async () => undefined },
    skipWaiting: async () => undefined,
    addEventListener: (kind, handler) => (handlers[kind] = handler),
  }
  new Function('self', 'caches', 'fetch', 'VERSION', 'FILES', source)(self, caches, fetch, version, FILES)
  return async (kind, event = {}) => {
    let work, answer
    const mode = event.mode ?? 'no-cors'
    handlers[kind]({
      ...event,
      request: { url: ORIGIN + event.path, method: event.method ?? 'GET', mode },
      waitUntil: (given) => (work = given),
      respondWith: (given) => (answer = given),
    })
    await work
    return answer === undefined ? undefined : (await answer).text()
  }
}

async function installed() {
  const worker = start()
  await worker('install')
  await worker('activate')
  asked = []
  return worker
}

const navigate = (path) => ({ path, mode: 'navigate' })
const keptOf = (version) => [...(stores.get(`automacao-${version}`)?.keys() ?? [])].sort()

test('the shell alone is kept at first, and the pages of a side when it is known', async () => {
  const worker = await installed()
  expect(keptOf(2)).toEqual(['/assets/client-2.js', '/assets/index-2.js', '/dashboard'])
  await worker('message', { data: { side: 'company' } })
  expect(keptOf(2)).toContain('/assets/projects-2.js')
  expect(keptOf(2)).not.toContain('/assets/proposals-2.js')
  asked = []
  await worker('message', { data: { side: 'company' } })
  await worker('message', { data: { side: 'constructor' } })
  await worker('message', { data: null })
  expect(asked, 'what is there is not asked for again').toEqual([])
})

test('a page is the newest of the server, and the kept frame where there is none', async () => {
  const worker = await installed()
  network['/projetos'] = 'do servidor'
  expect(await worker('fetch', navigate('/projetos'))).toBe('do servidor')
  network['/projetos'] = 502
  expect(await worker('fetch', navigate('/projetos'))).toBe(FRAME)
  network['/projetos'] = 404
  expect(await worker('fetch', navigate('/projetos')), 'its 404 is an answer').toBe('')
  network = undefined
  expect(await worker('fetch', navigate('/dashboard/mensagens/x'))).toBe(FRAME)
})

test('calls, writes and files of people are none of its business', async () => {
  const worker = await installed()
  expect(await worker('fetch', { path: '/rest/v1/messages' })).toBeUndefined()
  expect(await worker('fetch', { path: '/assets/index-2.js', method: 'POST' })).toBeUndefined()
  expect(await worker('fetch', navigate('/storage/v1/object/sign/messages/a.pdf'))).toBeUndefined()
})

test('what is used once is there without a line; what failed is not kept', async () => {
  const worker = await installed()
  expect(await worker('fetch', { path: '/assets/rare-2.js' })).toBe('/assets/rare-2.js')
  expect(await worker('fetch', { path: '/assets/gone-1.js' })).toBe('')
  network = undefined
  expect(await worker('fetch', { path: '/assets/rare-2.js' })).toBe('/assets/rare-2.js')
  await expect(worker('fetch', { path: '/assets/gone-1.js' })).rejects.toThrow('no line')
})

test('a deployment keeps the build before and forgets older ones; the frame is its own', async () => {
  for (const version of ['0', '1']) {
    await caches.open(`automacao-${version}`).then((cache) => cache.put('/dashboard', new Response('velho')))
  }
  await caches.open('alheio')
  const worker = await installed()
  expect([...stores.keys()].sort()).toEqual(['alheio', 'automacao-1', 'automacao-2'])
  network = undefined
  expect(await worker('fetch', navigate('/dashboard'))).toBe(FRAME)
})

test('a worker takes no frame of another build', async () => {
  network['/dashboard'] = '<script src="/assets/index-3.js"></script>'
  await expect(start()('install')).rejects.toThrow('not of this build')
  expect(keptOf(2)).toEqual([])
})
