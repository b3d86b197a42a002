// Has Lighthouse judge the screens on a phone, as `make lighthouse` prints it:
// the real binary with demonstration data, each public page as a visitor who
// was never here, and the three homes as who is signed in. Arguments are parts
// of the addresses to judge; none is all. Whole reports lie in results/lighthouse.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { url } from './cast.ts'
import { HOMES, places, ROLES, type Role } from './places.ts'
import { freePort, start } from './server.ts'
import { signInAs } from './sign-in.ts'

const FOLDER = join(import.meta.dirname, 'results', 'lighthouse')
const RUNS = 3
/** What each category has to reach, of 100. */
const AIMS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof AIMS

const wanted = process.argv.slice(2)
await mkdir(FOLDER, { recursive: true })
const stop = await start()
let missed = 0
try {
  const shown = (await places()).filter((place) => !place.roles && !place.missing && !place.path.includes('#'))
  await judgeAll([...shown.map(({ path }) => path), '/auth'])
  for (const role of ROLES) await judgeAll([HOMES[role]], role)
} finally {
  await stop()
}
if (missed > 0) throw new Error(`${missed} pages miss their aim`)

async function judgeAll(paths: string[], role?: Role) {
  const chosen = paths.filter((path) => wanted.length === 0 || wanted.some((part) => path === part || (part !== '/' && path.includes(part))))
  for (const path of chosen) {
    const runs: Result[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await judge(path, role))
    await report(path, median(runs), role)
  }
}

/** A browser of its own for each run, so that nothing is kept from the one before. */
async function judge(path: string, role?: Role): Promise<Result> {
  const [profile, port] = [await mkdtemp(join(tmpdir(), 'automacao-lighthouse-')), await freePort()]
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    if (role !== undefined) await signInAs(await context.newPage(), role)
    const judged = await lighthouse(`${url()}${path}`, {
      port,
      logLevel: 'error',
      onlyCategories: Object.keys(AIMS),
      disableStorageReset: role !== undefined,
    })
    if (judged === undefined) throw new Error(`${path} was not judged`)
    return judged.lhr
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

function scoreOf(result: Result, category: Category): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100)
}

/** The run in the middle by performance: one that the machine disturbed does not count. */
function median(runs: Result[]): Result {
  const middle = runs.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))[Math.floor(runs.length / 2)]
  if (middle === undefined) throw new Error('nothing was judged')
  return middle
}

async function report(path: string, result: Result, role?: Role) {
  // What only members see is not for search engines.
  const categories = (Object.keys(AIMS) as Category[]).filter((category) => role === undefined || category !== 'seo')
  const scores = categories.map((category) => `${category} ${scoreOf(result, category)}`)
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
  const said = times.map((id) => `${id.replace(/(\w)\w*-?/g, '$1').toUpperCase()} ${result.audits[id]?.displayValue ?? '?'}`)
  console.log([path, ...scores, ...said].join(' · '))
  for (const category of categories) {
    if (scoreOf(result, category) < AIMS[category]) {
      missed++
      console.log(`  ${category}: ${lost(result, category).join('; ')}`)
    }
  }
  const name = path.replace(/[0-9a-f-]{36}/, 'id').replace(/[^a-z-]+/g, '_').replace(/^_|_$/g, '') || 'inicio'
  await writeFile(join(FOLDER, `${name}.json`), JSON.stringify(result, null, 1))
}

/** What took points away, the heaviest first. */
function lost(result: Result, category: Category): string[] {
  const refs = result.categories[category]?.auditRefs ?? []
  return refs
    .map(({ id, weight }) => ({ audit: result.audits[id], weight }))
    .filter(({ audit, weight }) => weight > 0 && audit !== undefined && (audit.score ?? 1) < 1)
    .sort((a, b) => b.weight * (1 - (b.audit?.score ?? 1)) - a.weight * (1 - (a.audit?.score ?? 1)))
    .map(({ audit }) => `${audit?.title} ${audit?.displayValue ?? ''}`.trim())
}
