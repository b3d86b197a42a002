import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, 'src')
const PAGE_LINES_MAX = 80

/** Every source file below src/, by its path there. */
const sources = new Map(
  readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(SRC, path), readFileSync(path, 'utf8')]),
)
const modules = [...sources.keys()].filter((path) => !path.includes('.test.'))
const pages = modules.filter((path) => path.startsWith('pages/'))

/** Folders that hold something else than parts of a screen, with the reason. */
const FLAT = {
  'features/guide/examples': 'programs of integrators in many languages',
  pages: 'one file for each address',
  ui: 'one file for each control',
}

function filesMax(folder) {
  return folder.startsWith('features') ? 20 : 25
}

test('no folder is a drawer', () => {
  const counts = new Map()
  for (const path of sources.keys()) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const full = [...counts].filter(([folder, count]) => !(folder in FLAT) && count > filesMax(folder))
  expect(full).toEqual([])
})

/** The modules that a module imports when it is loaded, types included: a type has one home too. */
function imported(path) {
  const statements = (sources.get(path) ?? '').matchAll(
    /^(?:import|export)\b[^'";]*?from '([^']+)'|^import '([^']+)'/gm,
  )
  return [...statements].flatMap(([, from, bare]) => resolved(path, from ?? bare) ?? [])
}

function resolved(path, name) {
  if (!/^(@|\.)\//.test(name)) return undefined
  const base = name.startsWith('@/') ? name.slice(2) : join(dirname(path), name)
  return [base, `${base}.ts`, `${base}.tsx`].find((candidate) => sources.has(candidate))
}

test('no import goes in a circle', () => {
  const done = new Set()
  const circles = []
  const visit = (path, trail) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    for (const next of imported(path)) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of modules) visit(path, [])
  expect(modules.flatMap(imported).length).toBeGreaterThan(3000)
  expect(circles).toEqual([])
})

test('a page is short', () => {
  const lines = pages.map((path) => [path, (sources.get(path) ?? '').trimEnd().split('\n').length])
  expect(lines.length).toBeGreaterThan(50)
  expect(lines.filter(([, count]) => count > PAGE_LINES_MAX)).toEqual([])
})

// A page may declare `reads`, the queries that the server answers within the document: it names the
// query options of features and hands them to the client that it is given.
test('a page fetches nothing', () => {
  const fetching =
    /\buse(?:Suspense|Infinite|SuspenseInfinite|Prefetch|PrefetchInfinite)?(?:Query|Queries|Mutation)\b|\buseQueryClient\b|from '@\/api\/(?:client|request\/(?:request|request-once|upload))'|@supabase\/supabase-js'.*\bcreateClient\b/
  expect(pages.filter((path) => fetching.test(sources.get(path) ?? ''))).toEqual([])
})

const schema = sources.get('api/schema.ts') ?? ''
const relations = [...schema.matchAll(/^ {6}([a-z_]+): \{\n {8}Row: /gm)].map(([, name]) => name)
const embed = new RegExp(String.raw`\b(?:${relations.join('|')})(![a-z_!]+)?\(`, 'g')

/** The embeds in the string literals of a module that name no foreign key: `!inner` is not a hint. */
function unhintedEmbeds(path) {
  const text = sources.get(path) ?? ''
  if (text.search(embed) === -1) return []
  const found = []
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node))
      for (const [written, hint = ''] of node.text.matchAll(embed))
        if (hint.replace(/!(?:inner|left)\b/, '') === '') found.push(`${path}: ${written}`)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return found
}

// A second way between two tables makes an embed without a hint ambiguous, and the server refuses it
// (PGRST201): a join table added later must not break the pages that people have open.
test('an embed names its foreign key', () => {
  expect(relations.length).toBeGreaterThan(50)
  expect([...sources.keys()].filter((path) => path !== 'api/schema.ts').flatMap(unhintedEmbeds)).toEqual([])
})
