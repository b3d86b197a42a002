import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { after, invalidate, keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { removePictures } from '@/api/upload'
import type { PortfolioValues } from '@/features/portfolio/schema'

const PROJECTS_MAX = 100

export type PortfolioProject = Pick<
  Row<'portfolio_projects'>,
  'id' | 'title' | 'description' | 'role' | 'technologies' | 'image_urls' | 'position'
>

/** A professional's portfolio in the order the public page shows it. */
export function portfolioQuery(profileId: string) {
  return queryOptions({
    queryKey: keys.portfolio.of(profileId),
    queryFn: ({ signal }): Promise<PortfolioProject[]> =>
      ask((data) =>
        data
          .from('portfolio_projects')
          .select('id, title, description, role, technologies, image_urls, position')
          .eq('profile_id', profileId)
          .order('position')
          .order('created_at', { ascending: false })
          .limit(PROJECTS_MAX)
          .abortSignal(signal),
      ),
  })
}

export function addPortfolioProject(queryClient: QueryClient, profileId: string) {
  return mutationOptions({
    mutationFn: async (values: PortfolioValues) => {
      const own = await queryClient.query(portfolioQuery(profileId))
      const position = Math.max(-1, ...own.map((project) => project.position)) + 1
      await ask((data) =>
        data.from('portfolio_projects').insert({ ...values, profile_id: profileId, position }),
      )
    },
    onSuccess: () => invalidate(queryClient, after.portfolioChange),
  })
}

/** Saves the changes and lets go of the pictures that are no longer part of the project. */
export function editPortfolioProject(queryClient: QueryClient, project: PortfolioProject) {
  return mutationOptions({
    mutationFn: async (values: PortfolioValues) => {
      await ask((data) =>
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
      await ask((data) => data.from('portfolio_projects').delete().eq('id', project.id).select('id').single())
      await discard(project.image_urls)
    },
    onSuccess: () => invalidate(queryClient, after.portfolioChange),
  })
}

/** Shows the new order at once; the rows whose place changed follow. */
export function reorderPortfolio(queryClient: QueryClient, profileId: string) {
  const { queryKey } = portfolioQuery(profileId)
  return mutationOptions({
    mutationKey: keys.portfolio.order(profileId),
    scope: { id: `portfolio-order:${profileId}` },
    mutationFn: (ordered: PortfolioProject[]) => Promise.all(changedPlaces(ordered).map(savePlace)),
    onMutate: async (ordered) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(
        queryKey,
        ordered.map((project, position) => ({ ...project, position })),
      )
    },
    onSettled: async () => {
      // A later move is still on its way; its own end reloads the list.
      if (queryClient.isMutating({ mutationKey: keys.portfolio.order(profileId) }) > 1) return
      await invalidate(queryClient, after.portfolioChange)
    },
  })
}

export function changedPlaces(ordered: readonly PortfolioProject[]): { id: string; position: number }[] {
  return ordered.flatMap(({ id, position }, place) => (position === place ? [] : [{ id, position: place }]))
}

function savePlace({ id, position }: { id: string; position: number }) {
  return ask((data) => data.from('portfolio_projects').update({ position }).eq('id', id))
}

/** The row is what counts: a picture that stays behind harms nobody and is not worth a failure. */
async function discard(urls: readonly string[]): Promise<void> {
  await removePictures(urls).catch(() => undefined)
}
