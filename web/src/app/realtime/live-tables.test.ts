import { expect, test } from 'vitest'
import { NOT_HEARD } from '@/api/register'
import { liveTablesOfParty, liveTablesOfPage, pageSubject } from '@/app/realtime/live-tables'

const ID = '0195b0c4-0000-7000-8000-000000000001'

const files = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

function textOf(path: string): string {
  const text = files[path]
  if (text === undefined) throw new Error(`${path} is not there`)
  return text
}

/** The tables and views of the generated schema. */
const tables = [...textOf('/src/api/schema.ts').matchAll(/^ {6}([a-z_]+): \{\n {8}Row:/gm)].map(
  ([, name]) => name ?? '',
)

/** Every table that a request names, itself or in an embed. */
function readByPages(): Set<string> {
  const found = new Set<string>()
  for (const [path, text] of Object.entries(files)) {
    if (path.endsWith('/schema.ts') || path.endsWith('/live-tables.ts')) continue
    for (const [, name = ''] of text.matchAll(/\.from\('([a-z_]+)'\)/g)) found.add(name)
    for (const [, name = ''] of text.matchAll(/[\s,:'"`(]([a-z_]+)(?:![a-z_]+)*\(/g))
      if (tables.includes(name)) found.add(name)
  }
  return found
}

function heard(): Set<string> {
  const everybody = (['company', 'professional', 'admin'] as const).flatMap((role) =>
    liveTablesOfParty(ID, { id: ID, role }),
  )
  const onPages = ['contract', 'project'].flatMap((kind) => liveTablesOfPage(`${kind}:${ID}`))
  const byPerson = [...textOf('/src/app/realtime/realtime.tsx').matchAll(/on\(channel, '([a-z_]+)'/g)].map(
    ([, name]) => name ?? '',
  )
  return new Set<string>([...everybody, ...onPages].map(({ table }): string => table).concat(byPerson))
}

test('what pages read is heard of while they are open, or says why not', () => {
  expect(tables.length).toBeGreaterThan(40)
  const listened = heard()
  const read = readByPages()
  expect(read.size).toBeGreaterThan(35)
  expect([...read].filter((name) => !listened.has(name) && !(name in NOT_HEARD)).sort()).toEqual([])
})

test('no reason is given for what is heard, or read by nobody', () => {
  const listened = heard()
  const read = readByPages()
  expect(Object.keys(NOT_HEARD).filter((name) => listened.has(name) || !read.has(name))).toEqual([])
})

test('a page about one deal or project hears of it, whatever part of it is shown', () => {
  expect(pageSubject(`/dashboard/contratos/${ID}`)).toBe(`contract:${ID}`)
  expect(pageSubject(`/dashboard/contratos/${ID}/documento`)).toBe(`contract:${ID}`)
  expect(pageSubject(`/projetos/retrofit-da-envasadora-${ID}`)).toBe(`project:${ID}`)
  expect(pageSubject(`/dashboard/projetos/${ID}/propostas`)).toBe(`project:${ID}`)
  expect(pageSubject(`/dashboard/projetos/${ID}/editar`)).toBeUndefined()
  expect(pageSubject('/dashboard/contratos')).toBeUndefined()
  expect(pageSubject('/dashboard/projetos/gerenciar')).toBeUndefined()
  expect(pageSubject('/projetos/x')).toBeUndefined()
})
