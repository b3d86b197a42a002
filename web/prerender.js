// The second half of the build. Draws the public pages, so that they can be
// read before any script runs, and lists for each the files that its script is
// going to need; the server puts both into the first HTML. Then compresses.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { exit } from 'node:process'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { JSDOM } from 'jsdom'
import { splashLinks, writeIcons } from './icons.js'
import routes from './src/lib/routes.json' with { type: 'json' }

const PAGES = {
  home: 'home',
  howItWorks: 'how-it-works',
  professionals: 'professionals',
  projects: 'projects',
  solutions: 'solutions',
  services: 'services',
  consulting: 'consulting',
  prices: 'prices',
  terms: 'terms',
  privacy: 'privacy',
  accessibility: 'accessibility',
  api: 'api',
  apiTables: 'api-tables',
}
/** Pages about data: only their frame and their files are known in advance. */
const DATA_PAGES = {
  project: 'project',
  professional: 'professional',
  professionalProfile: 'professional',
  company: 'company',
}
const SOME_KEY = '00000000-0000-7000-8000-000000000000'
/** What rows that a page rests on are called while it is drawn: the server puts the real names there. */
const SOME_ROW = {
  id: SOME_KEY,
  company: { id: '00000000-0000-7000-8000-000000000001' },
  skills: ['habilidade-de-exemplo'],
}
/** The places of rows in a list, as addresses hold them: by the time and the key, and in other orders by more. */
const AT = '2026-11-23T03:32:27.614433+00:00'
const placeOf = (...values) => Buffer.from(JSON.stringify([...values, AT, SOME_KEY])).toString('base64url')
/** How directories, and pages that read like them, can be ordered, and addresses by which a test holds the server to what the page asks. */
const DIRECTORIES = {
  projects: {
    orders: ['prazo', 'orcamento', 'propostas'],
    examples: [
      'q=CLP+s7-300+PRJ-0007+s7+1200+a%26b&habilidade=clp-programming&habilidade=scada',
      'estado=SP&cidade=jundiai&modalidade=remote&modalidade=hybrid&ordem=prazo',
      'nivel=S%C3%AAnior&nivel=Pleno&orcamento=10000-30000&ordem=orcamento',
      'orcamento=-10000&ordem=propostas',
      `q=clp&estado=SP&depois=${placeOf()}`,
      `antes=${placeOf()}`,
      ...['depois', 'antes'].flatMap((side) => [
        `ordem=prazo&${side}=${placeOf('2026-12-01')}`,
        `ordem=prazo&${side}=${placeOf(null)}`,
        `ordem=orcamento&orcamento=10000-&${side}=${placeOf(6100000)}`,
        `ordem=propostas&${side}=${placeOf(3)}`,
      ]),
      `ordem=prazo&depois=${placeOf()}`,
      `ordem=orcamento&depois=${placeOf('2026-12-01')}`,
      `ordem=propostas&antes=${placeOf(null)}`,
      'ordem=constructor&habilidade=&habilidade=scada&cidade=jundiai',
      'orcamento=0010-&nivel=Pleno&nivel=Pleno&estado=SP&estado=MG',
      'depois=nada&antes=W3siYSI6MX1d',
      'estado=XX&cidade=nada&modalidade=nada&nivel=nada&orcamento=nada&ordem=nada&nada=nada&q=+',
    ],
  },
  professionals: {
    orders: ['avaliacao', 'experiencia'],
    examples: [
      'q=Jo%C3%A3o+clp&habilidade=scada&ordem=avaliacao',
      'estado=MG&cidade=betim&modalidade=on_site&disponibilidade=available&nivel=Especialista',
      'disponibilidade=nada&ordem=experiencia',
      'modalidade=remote&modalidade=nada&disponibilidade=busy&disponibilidade=available&ordem=constructor',
      `ordem=avaliacao&depois=${placeOf('2026-12-01', true)}`,
      ...['depois', 'antes'].flatMap((side) => [
        `${side}=${placeOf(true)}`,
        `ordem=avaliacao&${side}=${placeOf(4.5, true)}`,
        `ordem=avaliacao&${side}=${placeOf(null, false)}`,
      ]),
    ],
  },
  prices: {
    orders: [],
    examples: ['estado=SP', 'estado=XX&cidade=jundiai&ordem=prazo', 'estado=SP&estado=MG&q=clp'],
  },
}
/** Whoever it is that has signed in: his pages begin with the same frame. */
const SOMEBODY = JSON.stringify({ access_token: '-', refresh_token: '-', user: { id: SOME_KEY } })
/** Pages that read rows at once. They do it with the light half of the client. */
const READING = new Set(['professionals', 'projects', 'prices', 'project', 'professional', 'company'])
/** The pages that are there without a line: what is worked on, not money, security or administration. */
const WORK_OF_ALL = ['home', 'auth', 'messages', 'notifications']
const BOTH_SIDES = ['contracts', 'contract', 'project', 'professional', 'company']
const WORK = {
  professional: ['professional-dashboard', 'own-proposals', 'projects', ...BOTH_SIDES],
  company: ['company-dashboard', 'manage-projects', 'project-proposals', 'publish-project', ...BOTH_SIDES],
}
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
const { asked, OPTIONS, render } = await import(
  join(import.meta.dirname, 'node_modules', '.prerender', 'prerender.js')
)

const pages = []
for (const [name, page] of Object.entries(PAGES)) {
  const address = routes.public[name].path
  const [body, held] = [await render(address, false), await render(address, true)]
  const reads = DIRECTORIES[name] && (await readsOfDirectory(address, DIRECTORIES[name]))
  pages.push({ address, files: filesOf(page), body, ...(held !== body && { held }), ...reads })
}
for (const [name, page] of Object.entries(DATA_PAGES)) {
  const [place, one] = ['*', SOME_KEY].map((key) => routes.data[name].path.replace(/:\w+/, key))
  const reads = await asked(one, SOME_ROW)
  pages.push({ address: place, files: filesOf(page), body: await render(one, false), reads })
}
const auth = routes.public.auth.path
for (const address of [auth, `${auth}?tab=register`])
  pages.push({ address, files: filesOf('auth'), body: await render(address, false) })
window.localStorage.setItem('sb-prerender-auth-token', SOMEBODY)
pages.push({
  address: `${routes.members.dashboard.path}*`,
  files: filesOf('src/app/dashboard-layout.tsx'),
  body: await render(routes.members.dashboard.path, false),
  member: true,
})
await writeFile(join(dist, 'pages.json'), JSON.stringify(pages))
await putScriptsLast()
await nameSplashes()
await writeIcons(dist)
await writeWorker()
await compress()
exit(0)

/** What a directory asks first: in each order, and for some addresses. */
async function readsOfDirectory(address, { orders, examples }) {
  const found = { reads: await asked(address, {}), orders: {}, examples: [], options: OPTIONS }
  for (const order of orders) found.orders[order] = await asked(`${address}?ordem=${order}`, {})
  for (const query of examples) found.examples.push({ query, reads: await asked(`${address}?${query}`, {}) })
  return found
}

/** What is read is painted first: the scripts wait at the end of the document until it was. */
async function putScriptsLast() {
  const path = join(dist, 'index.html')
  const html = await readFile(path, 'utf8')
  const scripts = html.match(/\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g)
  const rest = scripts.reduce((left, script) => left.replace(script, ''), html)
  await writeFile(
    path,
    rest.replace('<template id="later">', (start) => start + scripts.join('')),
  )
}

async function nameSplashes() {
  const path = join(dist, 'index.html')
  const html = await readFile(path, 'utf8')
  const [icon] = /\s*<link rel="apple-touch-icon"[^>]*>/.exec(html)
  await writeFile(path, html.replace(icon, [icon, ...splashLinks()].join('\n    ')))
}

/** The service worker: its modules one after the other, and the names of what they keep of this build. */
async function writeWorker() {
  const folder = join(import.meta.dirname, 'worker')
  const modules = (await readdir(folder)).filter((name) => /^[\w-]+\.js$/.test(name)).sort()
  const parts = await Promise.all(modules.map((name) => readFile(join(folder, name), 'utf8')))
  const names = JSON.stringify(keptFiles())
  const version = createHash('sha256').update(names).update(parts.join()).digest('hex').slice(0, 12)
  const known = [`const VERSION = ${JSON.stringify(version)}`, `const FILES = ${names}`]
  await writeFile(join(dist, 'sw.js'), [...known, ...parts].join('\n'))
}

/** What opens without a line: for everybody the shell, for each side the pages that it works on. */
function keptFiles() {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  const isLetter = (file) => file.endsWith('.woff2')
  const shell = parts(Object.keys(manifest).filter((name) => manifest[name].isEntry))
  shell.push(...entry.css.map(addressOf), ...entry.assets.filter(isLetter).map(addressOf))
  const sides = Object.entries(WORK).map(([side, pages]) => {
    const files = parts([...WORK_OF_ALL, ...pages].map((page) => `src/pages/${page}.tsx`))
    return [side, files.filter((file) => !shell.includes(file))]
  })
  return { entry: addressOf(entry.file), shell, sides: Object.fromEntries(sides) }
}

function addressOf(file) {
  return `/${file}`
}

/** The files of chunks with all that they load, at once or later, but for other pages. */
function parts(names, seen = new Set()) {
  for (const name of names.filter((name) => !seen.has(name))) {
    seen.add(name)
    const { imports = [], dynamicImports = [] } = manifest[name]
    parts([...imports, ...dynamicImports.filter((other) => !other.startsWith('src/pages/'))], seen)
  }
  return [...new Set([...seen].map((name) => addressOf(manifest[name].file)))]
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

/** The light half is what one chunk may load later by itself, or as a part of the whole client. */
function reader() {
  const loader = Object.values(manifest).find((chunk) => chunk.dynamicImports?.includes(WHOLE_CLIENT))
  return loader?.dynamicImports.find((name) => manifest[WHOLE_CLIENT].imports.includes(name))
}

function collect(chunk, seen) {
  if (chunk === undefined || seen.has(chunk.file)) return []
  seen.add(chunk.file)
  const imported = (chunk.imports ?? []).flatMap((name) => collect(manifest[name], seen))
  return [`/${chunk.file}`, ...imported]
}
