// Holds what a page's scripts weigh before it is whole: in bytes as they are sent, and in files, each
// of which is a request. Reads what the build wrote, so `npm run build` goes before.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { exit, stderr } from 'node:process'

const WHOLE_CLIENT = 'node_modules/@supabase/supabase-js/dist/index.mjs'
/** What every page of a member loads beside itself. */
const BESIDE = [
  'src/app/dashboard-layout.tsx',
  'src/app/navigation/account-menu.tsx',
  'src/app/realtime/realtime.tsx',
  'src/app/device-keeper.tsx',
  'src/features/notification/bell.tsx',
  WHOLE_CLIENT,
]
const READING = ['projects', 'project', 'professionals', 'professional', 'company']

/** A new feature is to find its room here: by being loaded when it is wanted, or by something else going. */
const BUDGETS = [
  { pages: ['home', 'how-it-works', 'terms'], bytes: 140_400, files: 17 },
  { pages: ['project', 'professional', 'company'], bytes: 152_200, files: 24 },
  { pages: ['projects', 'professionals'], bytes: 164_300, files: 27 },
  { pages: ['auth'], bytes: 183_000, files: 39 },
  { pages: ['professional-dashboard', 'company-dashboard', 'messages'], bytes: 271_000, files: 58 },
  { pages: ['own-proposals', 'manage-projects', 'contracts'], bytes: 259_300, files: 52 },
  { pages: ['project-proposals', 'contract', 'finance', 'settings', 'admin'], bytes: 296_000, files: 76 },
]

const dist = join(import.meta.dirname, 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))
const entry = Object.keys(manifest).find((name) => manifest[name].isEntry)
const light = manifest[entry].dynamicImports.find((name) => manifest[WHOLE_CLIENT].imports.includes(name))

const problems = BUDGETS.flatMap(({ pages, bytes, files }) =>
  pages.flatMap((page) => {
    const wanted = filesOf(page)
    const sent = wanted.reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0)
    return sent > bytes || wanted.length > files
      ? `${page}: ${sent} bytes in ${wanted.length} files, of ${bytes} in ${files}`
      : []
  }),
)
problems.forEach((problem) => stderr.write(`${problem}\n`))
exit(problems.length > 0 ? 1 : 0)

function filesOf(page) {
  const isPublic = ['home', 'how-it-works', 'terms', 'auth', ...READING].includes(page)
  const names = [entry, `src/pages/${page}.tsx`, ...(isPublic ? [] : BESIDE)]
  if (READING.includes(page)) names.push(light)
  return [...new Set(names.flatMap((name) => collect(name, new Set())))]
}

function collect(name, seen) {
  if (seen.has(name)) return []
  seen.add(name)
  const { file, imports = [] } = manifest[name]
  return [file, ...imports.flatMap((other) => collect(other, seen))]
}
