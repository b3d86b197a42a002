/* global File, FormData */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'

const read = (name) => readFile(join(import.meta.dirname, name), 'utf8')
const source = await read('share.js')
const manifest = JSON.parse(await read('../public/manifest.webmanifest'))
const ORIGIN = 'https://mercado.test'
const { action, method, params } = manifest.share_target

let kept, handler

beforeEach(() => {
  kept = new Map()
  const self = { location: { origin: ORIGIN }, addEventListener: (_, given) => (handler = given) }
  const caches = {
    delete: async () => kept.clear(),
    open: async () => ({ put: async (path, response) => void kept.set(path, response) }),
  }
  new Function('self', 'caches', source)(self, caches)
})

/** What a system posts, by the names of the manifest; undefined where the worker leaves it to the server. */
async function share(said, files = [], target = ORIGIN + action) {
  const form = new FormData()
  for (const [field, text] of Object.entries(said)) form.set(params[field], text)
  for (const file of files) form.append(params.files[0].name, file)
  let answer
  handler({
    request: { url: target, method, formData: async () => form },
    respondWith: (given) => (answer = given),
  })
  return answer
}

const textOf = async () => kept.get('/compartilhado/texto')?.text()

test('what is shared is kept on the device, and its place is asked for', async () => {
  const answer = await share({ title: 'Painel', text: 'Relé queimado', url: 'https://fabrica.test/p' }, [
    new File(['foto'], 'painel elétrico.jpg', { type: 'image/jpeg' }),
  ])
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, ORIGIN + action])
  expect(await textOf()).toBe('Painel\nRelé queimado\nhttps://fabrica.test/p')
  const file = kept.get('/compartilhado/arquivo/0')
  expect([file.headers.get('Content-Type'), decodeURIComponent(file.headers.get('X-Name'))]).toEqual([
    'image/jpeg',
    'painel elétrico.jpg',
  ])
})

test('what an application says twice is there once, and what is too much is left out', async () => {
  await share({ title: 'Painel', text: 'Painel: https://fabrica.test/p', url: 'https://fabrica.test/p' })
  expect(await textOf()).toBe('Painel: https://fabrica.test/p')
  const big = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'grande.pdf', { type: 'application/pdf' })
  const many = Array.from({ length: 12 }, (_, i) => new File(['x'], `${i}.pdf`, { type: 'application/pdf' }))
  await share({ text: 'x'.repeat(9000) }, [big, new File([], 'vazio.pdf'), ...many])
  expect([(await textOf()).length, kept.size]).toEqual([5000, 1 + 10])
})

test('of two the newest is kept, and what another site is sent is none of ours', async () => {
  await share({ text: 'antes' }, [new File(['x'], 'x.pdf')])
  await share({ text: 'depois' })
  expect([await textOf(), kept.size]).toEqual(['depois', 1])
  expect(await share({ text: 'x' }, [], 'https://alheio.test' + action)).toBeUndefined()
  expect(await share({ text: 'x' }, [], ORIGIN + '/rest/v1/messages')).toBeUndefined()
})

test('the manifest names what an installed application needs, and nothing that is not there', async () => {
  const { id, start_url, scope, display, lang, icons, shortcuts } = manifest
  expect({ id, start_url, scope, display, lang }).toEqual({
    id: '/dashboard',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    lang: 'pt-BR',
  })
  const drawn = await read('../icons.js')
  for (const { src } of icons) if (src.endsWith('.png')) expect(drawn).toContain(`'${src.slice(1)}'`)
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  const { public: open, members } = JSON.parse(await read('../src/lib/routes.json'))
  const known = Object.values({ ...open, ...members }).map(({ path }) => path)
  expect(shortcuts.map(({ name }) => name)).toEqual(['Mensagens', 'Projetos', 'Contratos'])
  for (const url of [...shortcuts.map((one) => one.url), action]) expect(known).toContain(url)
  expect(drawn).toContain("'favicon.ico'")
  expect(drawn).toContain("'apple-touch-icon.png'")
})
