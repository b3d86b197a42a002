import type { Plugin, Rolldown } from 'vite'

/** Pages about data that visitors open first. */
const VISITED = ['projects', 'project', 'professionals', 'professional', 'company'].map(page)
/** Of the public pages those that search; the others are read and ought to stay light. */
const SEARCHED = ['projects', 'professionals'].map(page)
const READ = [
  'home',
  'project',
  'professional',
  'company',
  'how-it-works',
  'services',
  'terms',
  'auth',
  'invitation',
].map(page)
const WORKED_ON = [
  'professional-dashboard',
  'company-dashboard',
  'own-proposals',
  'manage-projects',
  'project-proposals',
  'contracts',
  'contract',
  'messages',
].map(page)
/** What is loaded beside every page of a member. */
const BESIDE = [
  'src/app/dashboard-layout.tsx',
  'src/app/navigation/account-menu.tsx',
  'src/app/realtime/realtime.tsx',
  'src/app/device-keeper.tsx',
  'src/features/notification/bell.tsx',
]

/** How many pages of a kind need what is worth one file with the rest of its kind. */
const NEEDED_MIN = 3

/** In this order: what several kinds of pages need goes before what one does. */
const KINDS = ['common', 'searched', 'member', 'visited', 'work'] as const
type Kind = (typeof KINDS)[number]
type Group = { name: Kind; test: (id: string) => boolean; priority: number }
type Counts = ReadonlyMap<string, number>

/**
 * Which modules travel together: every file is a request and is compressed by itself, so what most
 * pages of a kind need is one file of that kind. What needs a module is needed by no more pages than
 * the module is, so that these files never wait for each other in a circle.
 */
export function chunks(): { plugin: Plugin; groups: Group[] } {
  const kinds = new Map<string, Kind>()
  const plugin: Plugin = {
    name: 'chunks',
    // Drawing the pages is a build of its own, of one file.
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    buildEnd() {
      const kindOf = sorter(this)
      for (const id of this.getModuleIds()) {
        const kind = kindOf(id)
        // What is loaded on demand, as the client's halves are, stays to be had by itself.
        const isOnDemand = (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
        if (kind !== undefined && !isOnDemand && !id.includes('@supabase')) kinds.set(id, kind)
      }
    },
  }
  const groups = KINDS.map((name, at) => ({
    name,
    test: (id: string) => kinds.get(id) === name,
    priority: KINDS.length - at,
  }))
  return { plugin, groups }
}

function sorter(build: Rolldown.PluginContext): (id: string) => Kind | undefined {
  const visited = reached(build, VISITED)
  const searched = reached(build, SEARCHED)
  const read = reached(build, READ)
  const work = reached(build, WORKED_ON)
  const beside = reached(build, BESIDE)
  return (id) => {
    const isWork = (work.get(id) ?? 0) >= NEEDED_MIN
    const isMembers = isWork || beside.has(id)
    if ((visited.get(id) ?? 0) >= NEEDED_MIN) return isMembers ? 'common' : 'visited'
    if (read.has(id)) return undefined
    if (searched.has(id)) return isMembers ? 'searched' : undefined
    if (beside.has(id)) return 'member'
    return isWork ? 'work' : undefined
  }
}

/** How many of the ends need each module before they run. */
function reached(build: Rolldown.PluginContext, ends: readonly string[]): Counts {
  const all = [...build.getModuleIds()]
  const counts = new Map<string, number>()
  for (const end of ends) {
    const start = all.find((id) => id.endsWith(end))
    if (start === undefined) throw new Error(`chunks.ts names ${end}, which is not there`)
    const seen = new Set<string>()
    const left = [start]
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      left.push(...needed(build, all, id))
    }
    for (const id of seen) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** Libraries that offer all they have in one module: only what is named of them is needed. */
const OFFERED: Readonly<Record<string, (name: string) => string>> = {
  'radix-ui': (name) => `/react-${name}/dist/index.mjs`,
  'lucide-react': (name) => `/icons/${name}.mjs`,
}
const OFFER = /node_modules\/(radix-ui|lucide-react)\/dist\/(esm\/)?[\w-]+\.m?js$/
const NAMED = /import\s*\{([^}]*)\}\s*from\s*["'](radix-ui|lucide-react)["']/g

function needed(build: Rolldown.PluginContext, all: readonly string[], id: string): string[] {
  const info = build.getModuleInfo(id)
  const found = (info?.importedIds ?? []).filter((other) => !OFFER.test(other))
  for (const [, names = '', library = ''] of (info?.code ?? '').matchAll(NAMED)) {
    for (const name of names.split(',')) {
      const end = OFFERED[library]?.(kebab(name.trim().split(/\s/)[0] ?? ''))
      found.push(...all.filter((other) => end !== undefined && other.endsWith(end)))
    }
  }
  return found
}

function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Za-z])(\d)/g, '$1-$2')
    .toLowerCase()
}

function page(name: string): string {
  return `src/pages/${name}.tsx`
}
