import { mutationOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { removePictures } from '@/api/request/upload'
import type { PortfolioValues, PortfolioProject } from './schema'

const PAGE_SIZE = 24
const COLUMNS = 'id, title, description, role, technologies, image_urls, position'

/** A professional's portfolio a page at a time, in the order the public page shows it. */
export function portfolioQuery(profileId: string) {
  return countedPages(keys.portfolio.list(profileId), PAGE_SIZE, (data) =>
    data
      .from('portfolio_projects')
      .select(COLUMNS, { count: 'estimated' })
      .eq('profile_id', profileId)
      .order('position')
      .order('created_at', { ascending: false })
      .order('id'),
  )
}

/** One of the professional's own portfolio projects; null when it is missing or someone else's. */
export function portfolioProjectQuery(profileId: string, id: string) {
  return queryOptions({
    queryKey: keys.portfolio.one(profileId, id),
    queryFn: ({ signal }): Promise<PortfolioProject | null> =>
      request((data) =>
        data
          .from('portfolio_projects')
          .select(COLUMNS)
          .eq('profile_id', profileId)
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

async function nextPosition(profileId: string): Promise<number> {
  const last = await request((data) =>
    data
      .from('portfolio_projects')
      .select('position')
      .eq('profile_id', profileId)
      .order('position', { ascending: false })
      .limit(1)
      .maybeSingle(),
  )
  return (last?.position ?? -1) + 1
}

export function addPortfolioProject(queryClient: QueryClient, profileId: string) {
  return mutationOptions({
    mutationFn: async (values: PortfolioValues) => {
      const position = await nextPosition(profileId)
      await request((data) =>
        data.from('portfolio_projects').insert({ ...values, profile_id: profileId, position }),
      )
    },
    onSuccess: () => invalidate(queryClient, after.portfolioChange),
  })
}

/** Saves the changes and deletes the pictures that the project no longer uses. */
export function editPortfolioProject(queryClient: QueryClient, project: PortfolioProject) {
  return mutationOptions({
    mutationFn: async (values: PortfolioValues) => {
      await request((data) =>
        data.from('portfolio_projects').update(values).eq('id', project.id).select('id').single(),
      )
      await discard(project.image_urls.filter((url) => !values.image_urls.includes(url)))
    },
    onSuccess: () => invalidate(queryClient, after.portfolioChange),
  })
}

export function deletePortfolioProject(queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async (project: PortfolioProject) => {
      await request((data) =>
        data.from('portfolio_projects').delete().eq('id', project.id).select('id').single(),
      )
      await discard(project.image_urls)
    },
    onSuccess: () => invalidate(queryClient, after.portfolioChange),
  })
}

/** Shows the new order at once and then saves the rows whose position changed. */
export function reorderPortfolio(queryClient: QueryClient, profileId: string) {
  const { queryKey } = portfolioQuery(profileId)
  return mutationOptions({
    mutationKey: keys.portfolio.order(profileId),
    scope: { id: `portfolio-order:${profileId}` },
    mutationFn: (ordered: PortfolioProject[]) => Promise.all(changedPlaces(ordered).map(savePlace)),
    onMutate: async (ordered) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (list) => list && inOrder(list, ordered))
    },
    onSettled: async () => {
      // A later move is still on its way; its own end reloads the list.
      if (queryClient.isMutating({ mutationKey: keys.portfolio.order(profileId) }) > 1) return
      await invalidate(queryClient, after.portfolioChange)
    },
  })
}

/** The same pages with their rows in another order. */
function inOrder<Page extends { rows: PortfolioProject[] }>(
  list: InfiniteData<Page>,
  ordered: readonly PortfolioProject[],
): InfiniteData<Page> {
  const placed = ordered.map((project, position) => ({ ...project, position }))
  return {
    ...list,
    pages: list.pages.map((page, index) => {
      const before = list.pages.slice(0, index).reduce((count, { rows }) => count + rows.length, 0)
      return { ...page, rows: placed.slice(before, before + page.rows.length) }
    }),
  }
}

export function changedPlaces(ordered: readonly PortfolioProject[]): { id: string; position: number }[] {
  return ordered.flatMap(({ id, position }, place) => (position === place ? [] : [{ id, position: place }]))
}

function savePlace({ id, position }: { id: string; position: number }) {
  return request((data) => data.from('portfolio_projects').update({ position }).eq('id', id))
}

/** A failed deletion of a picture is ignored: an unused picture does no harm. */
async function discard(urls: readonly string[]): Promise<void> {
  await removePictures(urls).catch(() => undefined)
}
