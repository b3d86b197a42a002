import { lazy, Suspense } from 'react'
import { ProjectDirectory } from '@/features/project/directory/project-directory'
import { useTitle } from '@/lib/navigation/use-title'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'
import { citiesQuery } from '@/api/directory/cities'
import { skillCountsQuery, skillsQuery } from '@/api/directory/skills'
import type { Reads } from '@/api/request/preloaded'
import { projectsQuery } from '@/features/project/queries'
import { readFilters } from '@/lib/navigation/use-directory-filters'

const SaveSearch = lazy(() => import('@/features/saved-search/save-search'))

export const reads: Reads = (queryClient, _params, search) => {
  const filters = readFilters(search)
  return Promise.allSettled([
    queryClient.query(projectsQuery(filters)),
    queryClient.query(skillsQuery()),
    queryClient.query(skillCountsQuery('projects', filters.text)),
    filters.state !== '' && queryClient.query(citiesQuery(filters.state, 'projects')),
  ])
}

export function ProjectsPage() {
  useTitle('Projetos de automação industrial')
  return (
    <Page>
      <PageHeader
        title="Projetos"
        description="Encontre projetos de automação industrial e envie sua proposta diretamente para a empresa."
      />
      <ProjectDirectory
        save={(filters) => (
          <Suspense>
            <SaveSearch kind="projects" filters={filters} />
          </Suspense>
        )}
      />
    </Page>
  )
}
