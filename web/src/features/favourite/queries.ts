import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { countedPages } from '@/api/request/counted-pages'
import { request } from '@/api/request/request'
import { requestOnce } from '@/api/request/request-once'
import type { Insert, Row } from '@/api/tables'

const PAGE_SIZE = 20

/** The project or the professional that a favourite is about. */
export type Subject = { project_id: string } | { professional_id: string }

export type Favourite = Pick<Row<'favourites'>, 'id' | 'note'>

/** The person's favourite of one project or professional; null if they have not kept it. */
export function favouriteQuery(personId: string, subject: Subject) {
  const [column, id] =
    'project_id' in subject
      ? (['project_id', subject.project_id] as const)
      : (['professional_id', subject.professional_id] as const)
  return queryOptions({
    queryKey: keys.favourites.of(personId, id),
    queryFn: ({ signal }) =>
      request((client) =>
        client.from('favourites').select('id, note').eq(column, id).abortSignal(signal).maybeSingle(),
      ),
  })
}

/** One of a list, with what it is about; null for what the person can no longer see. */
export type ListedFavourite = Pick<
  Row<'favourites'>,
  'id' | 'note' | 'created_at' | 'project_id' | 'professional_id'
> & {
  project:
    | (Pick<
        Row<'projects'>,
        'id' | 'number' | 'title' | 'status' | 'budget' | 'city' | 'state' | 'work_mode'
      > & {
        company: { name: string } | null
      })
    | null
  professional: Pick<
    Row<'profiles'>,
    'id' | 'name' | 'title' | 'headline' | 'location' | 'avatar_url' | 'avatar_seed'
  > | null
}

/** What a list of favourites is filtered by. */
export const KINDS = [
  { value: '', label: 'Todos' },
  { value: 'projetos', label: 'Projetos', column: 'project_id' },
  { value: 'profissionais', label: 'Profissionais', column: 'professional_id' },
] as const

export type Kind = (typeof KINDS)[number]

/** The person's favourites of a kind, newest first. What they can no longer see is null. */
export function favouritesQuery(personId: string, kind: Kind) {
  return countedPages(keys.favourites.of(personId, kind.value), PAGE_SIZE, (client) => {
    const list = client.from('favourites').select(
      `id, note, created_at, project_id, professional_id,
       project:projects!project_id(id, number, title, status, budget, city, state, work_mode, company:profiles!company_id(name)),
       professional:profiles!professional_id(id, name, title, headline, location, avatar_url, avatar_seed)`,
      { count: 'estimated' },
    )
    const ofKind = 'column' in kind ? list.not(kind.column, 'is', null) : list
    return ofKind.order('created_at', { ascending: false }).order('id', { ascending: false })
  })
}

/** The three things done with a favourite. */
export const CHANGES = {
  keep: (kept: Insert<'favourites'>) => requestOnce((client) => client.from('favourites').insert(kept)),
  note: ({ id, note }: Favourite) =>
    requestOnce((client) => client.from('favourites').update({ note }).eq('id', id)),
  remove: (id: string) => requestOnce((client) => client.from('favourites').delete().eq('id', id)),
} as const

/** A change as a mutation: the favourites are asked for again. */
export function changing<About, Result>(queryClient: QueryClient, change: (about: About) => Promise<Result>) {
  return {
    mutationFn: change,
    onSuccess: () => invalidate(queryClient, after.favouriteChange),
  }
}
