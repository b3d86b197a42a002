import type { SavedSearch } from '@/features/saved-search/queries'
import { writeFilters, type DirectoryFilters } from '@/lib/navigation/use-directory-filters'
import { paths } from '@/lib/paths'

type Kind = SavedSearch['kind']

const SINGLE: readonly string[] = ['q', 'estado', 'cidade', 'orcamento']

/** What the other directory's address may hold, and an order, which is no filter. */
const FOREIGN: Record<Kind, readonly string[]> = {
  projects: ['ordem', 'disponibilidade'],
  professionals: ['ordem', 'orcamento'],
}

/** The filters of a directory as a search is saved: by their names in the address. */
export function savedQuery(kind: Kind, filters: DirectoryFilters): Record<string, string | string[]> {
  const written = writeFilters(filters)
  const names = [...new Set(written.keys())].filter((name) => !FOREIGN[kind].includes(name))
  return Object.fromEntries(
    names.map((name) => [name, SINGLE.includes(name) ? (written.get(name) ?? '') : written.getAll(name)]),
  )
}

/** The address at which the directory shows a saved search. */
export function addressOf({ kind, query }: Pick<SavedSearch, 'kind' | 'query'>): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) written.append(name, String(one))
  return `${kind === 'projects' ? paths.projects() : paths.professionals()}?${written.toString()}`
}
