import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'

const source = await readFile(join(import.meta.dirname, 'push.js'), 'utf8')
const ORIGIN = 'https://mercado.test'
const NEWS = {
  id: 'n1.1',
  tag: 'marina',
  title: 'Marina',
  body: 'Enviou uma mensagem',
  url: '/dashboard/mensagens/m',
  unread: 3,
}

let pages, shown, worker, opened, badge

beforeEach(() => {
  pages = []
  shown = []
  opened = []
  badge = undefined
  worker = start()
})

function start() {
  const handlers = {}
  const self = {
    addEventListener: (kind, handler) => (handlers[kind] = handler),
    navigator: { setAppBadge: async (count) => void (badge = count) },
    clients: { matchAll: async () => pages, openWindow: async (url) => void opened.push(url) },
    registration: {
      getNotifications: async ({ tag }) => shown.filter((one) => one.tag === tag),
      showNotification: async (title, options) => {
        shown = [...shown.filter((one) => one.tag !== options.tag), { title, ...options }]
      },
      pushManager: { subscribe: vi.fn(async () => undefined) },
    },
  }
  new Function('self', source)(self)
  const send = async (kind, event) => {
    let work
    handlers[kind]({ ...event, waitUntil: (given) => (work = given) })
    await work
  }
  return { send, self }
}

const push = (news) => worker.send('push', { data: { json: () => JSON.parse(news) } })

function page(path, { focused = false, answers = true } = {}) {
  const one = {
    url: ORIGIN + path,
    focused,
    told: [],
    focus: async () => {
      one.focused = true
      return one
    },
    postMessage: (message, ports = []) => {
      one.told.push(message)
      if (answers) ports[0]?.postMessage(true)
    },
  }
  return one
}

test('news are shown, once for each matter, and alert again when there is more', async () => {
  await push(JSON.stringify(NEWS))
  expect(shown).toMatchObject([
    { title: 'Marina', body: 'Enviou uma mensagem', tag: 'marina', renotify: false, lang: 'pt-BR' },
  ])
  expect(badge).toBe(3)
  await push(JSON.stringify({ ...NEWS, id: 'n1.2', body: '2 novas mensagens' }))
  expect(shown).toMatchObject([{ body: '2 novas mensagens', renotify: true }])
})

test('what is sent twice alerts once', async () => {
  await push(JSON.stringify(NEWS))
  await push(JSON.stringify(NEWS))
  expect(shown).toHaveLength(1)
  expect(shown[0]).toMatchObject({ silent: true })
})

test('who is looking at it is not told; who has it behind another window is', async () => {
  pages = [page(NEWS.url, { focused: true })]
  await push(JSON.stringify(NEWS))
  expect(shown).toEqual([])
  pages = [page(NEWS.url), page('/dashboard', { focused: true })]
  await push(JSON.stringify(NEWS))
  expect(shown).toHaveLength(1)
})

test('what cannot be read, or leads elsewhere, says only that there is something', async () => {
  await push('{')
  await push(JSON.stringify({ ...NEWS, url: 'https://alheio.test' }))
  await worker.send('push', { data: null })
  expect(shown).toMatchObject([{ title: 'Há novidades para você', data: { url: '/dashboard' } }])
})

const click = () => {
  const notification = { data: { url: NEWS.url }, close: vi.fn() }
  return worker
    .send('notificationclick', { notification })
    .then(() => expect(notification.close).toHaveBeenCalled())
}

test('a press leads to the page that shows it, to one that goes there, or to a new one', async () => {
  await click()
  expect(opened).toEqual([NEWS.url])
  const other = page('/dashboard/contratos')
  pages = [other]
  await click()
  expect([other.focused, other.told, opened]).toEqual([true, [{ open: NEWS.url }], [NEWS.url]])
  const there = page(NEWS.url)
  pages = [page('/projetos'), there]
  await click()
  expect([there.focused, there.told]).toEqual([true, []])
})

test('a page that does not answer is left as it is', async () => {
  vi.useFakeTimers()
  pages = [page('/dashboard', { answers: false })]
  const done = click()
  await vi.advanceTimersByTimeAsync(1500)
  await done
  vi.useRealTimers()
  expect(opened).toEqual([NEWS.url])
})

test('another address of the device is told to the open pages', async () => {
  pages = [page('/dashboard')]
  const options = { userVisibleOnly: true }
  await worker.send('pushsubscriptionchange', { oldSubscription: { options } })
  expect(worker.self.registration.pushManager.subscribe).toHaveBeenCalledWith(options)
  expect(pages[0].told).toEqual([{ deviceChanged: true }])
})
