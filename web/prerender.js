// The second half of the build. Draws the public pages, so that they can be
// read before any script runs, and lists for each the files that its script is
// going to need; the server puts both into the first HTML. Then compresses.
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { exit } from 'node:process'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { JSDOM } from 'jsdom'
import { writeIcons } from './icons.js'
import routes from './src/lib/routes.json' with { type: 'json' }

const PAGES = {
  home: 'home',
  howItWorks: 'how-it-works',
  professionals: 'professionals',
  projects: 'projects',
  solutions: 'solutions',
  services: 'services',
  consulting: 'consulting',
  terms: 'terms',
  privacy: 'privacy',
  accessibility: 'accessibility',
}
/** Pages about data: only their frame and their files are known in advance. */
const DATA_PAGES = {
  project: 'project',
  professional: 'professional',
  professionalProfile: 'professional',
  company: 'company',
}
const SOME_KEY = '00000000-0000-7000-8000-000000000000'
/** Whoever it is that has signed in: his pages begin with the same frame. */
const SOMEBODY = JSON.stringify({ access_token: '-', refresh_token: '-', user: { id: SOME_KEY } })
/** Pages that read rows at once. They do it with the light half of the client. */
const READING = new Set(['professionals', 'projects', 'project', 'professional', 'company'])
const WHOLE_CLIENT = 'node_modules/@supabase/supabase-js/dist/index.mjs'

const dist = join(import.meta.dirname, 'dist')
const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8'))

// Components ask the browser for the theme and the stored session; a visitor has neither.
const { window } = new JSDOM('', { url: 'http://prerender.invalid' })
window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} })
for (const name of ['window', 'document', 'localStorage', 'sessionStorage', 'location', 'matchMedia']) {
  Object.defineProperty(globalThis, name, {
    value: name === 'window' ? window : window[name],
    configurable: true,
  })
}
const { render } = await import(join(import.meta.dirname, 'node_modules', '.prerender', 'prerender.js'))

const pages = []
for (const [name, page] of Object.entries(PAGES)) {
  const address = routes.public[name]
  const [body, held] = [await render(address, false), await render(address, true)]
  pages.push({ address, files: filesOf(page), body, ...(held !== body && { held }) })
}
for (const [name, page] of Object.entries(DATA_PAGES)) {
  const [place, one] = ['*', SOME_KEY].map((key) => routes.data[name].replace(/:\w+/, key))
  pages.push({ address: place, files: filesOf(page), body: await render(one, false) })
}
const { auth } = routes.public
for (const address of [auth, `${auth}?tab=register`])
  pages.push({ address, files: filesOf('auth'), body: await render(address, false) })
window.localStorage.setItem('sb-prerender-auth-token', SOMEBODY)
pages.push({
  address: `${routes.members.dashboard}*`,
  files: filesOf('src/app/dashboard-layout.tsx'),
  body: await render(routes.members.dashboard, false),
  member: true,
})
await writeFile(join(dist, 'pages.json'), JSON.stringify(pages))
await putStylesFirst()
await writeIcons(dist)
await writeWorker()
await compress()
exit(0)

/** Nothing is painted without the styles, so they are asked for before any script. */
async function putStylesFirst() {
  const path = join(dist, 'index.html')
  const html = await readFile(path, 'utf8')
  const [styles] = /\s*<link rel="stylesheet"[^>]*>/.exec(html)
  await writeFile(path, html.replace(styles, '').replace(/(?=\s*<script type="module")/, styles))
}

/** The service worker, with the names of what it keeps: scripts, styles and letters of this build. */
async function writeWorker() {
  const names = (await readdir(join(dist, 'assets'))).sort()
  const precached = names.filter((name) => ['.js', '.css', '.woff2'].includes(extname(name)))
  const paths = precached.map((name) => `/assets/${name}`)
  const version = createHash('sha256').update(paths.join()).digest('hex').slice(0, 12)
  const worker = await readFile(join(import.meta.dirname, 'sw.js'), 'utf8')
  const known = `const VERSION = ${JSON.stringify(version)}\nconst PRECACHED = ${JSON.stringify(paths)}\n`
  await writeFile(join(dist, 'sw.js'), known + worker)
}

/** Texts are compressed once, here, as hard as it goes: the server only picks. */
async function compress() {
  const names = await readdir(dist, { recursive: true })
  const texts = names.filter((name) => ['.js', '.css', '.svg'].includes(extname(name)))
  for (const name of texts) {
    const content = await readFile(join(dist, name))
    await writeFile(join(dist, `${name}.br`), await promisify(brotliCompress)(content))
    await writeFile(join(dist, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
  }
}

/** Scripts and styles of a page that the entry does not load by itself. */
function filesOf(page) {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  const known = new Set(collect(entry, new Set()))
  const wanted = collect(manifest[page.includes('/') ? page : `src/pages/${page}.tsx`], new Set())
  if (READING.has(page)) wanted.push(...collect(manifest[reader()], new Set()))
  return [...new Set(wanted)].filter((file) => !known.has(file))
}

/** The light half stands beside the whole client in what one chunk may load later. */
function reader() {
  const loader = Object.values(manifest).find((chunk) => chunk.dynamicImports?.includes(WHOLE_CLIENT))
  return loader?.dynamicImports.find((name) => name !== WHOLE_CLIENT)
}

function collect(chunk, seen) {
  if (chunk === undefined || seen.has(chunk.file)) return []
  seen.add(chunk.file)
  const imported = (chunk.imports ?? []).flatMap((name) => collect(manifest[name], seen))
  return [`/${chunk.file}`, ...imported]
}
