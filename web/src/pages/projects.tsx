import { lazy, Suspense } from 'react'
import { ProjectDirectory } from '@/features/project/directory/project-directory'
import { useTitle } from '@/lib/navigation/use-title'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'
import { citiesQuery } from '@/api/directory/cities'
import { skillCountsQuery, skillsQuery } from '@/api/directory/skills'
import { useSession } from '@/api/session/session'
import type { Reads } from '@/api/request/preloaded'
import { projectsQuery } from '@/features/project/queries'
import { readFilters, type DirectoryFilters } from '@/lib/navigation/use-directory-filters'

const SaveSearch = lazy(() => import('@/features/saved-search/save-search'))

const HidingDirectory = lazy(() => import('@/features/project/hidden/hiding-directory'))

function save(filters: DirectoryFilters) {
  return (
    <Suspense>
      <SaveSearch kind="projects" filters={filters} />
    </Suspense>
  )
}

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
  const state = useSession()
  const isProfessional = state.status === 'signed-in' && state.party?.role === 'professional'
  const OwnDirectory = isProfessional ? HidingDirectory : ProjectDirectory
  useTitle('Projetos de automação industrial')
  return (
    <Page>
      <PageHeader
        title="Projetos"
        description="Encontre projetos de automação industrial e envie sua proposta diretamente para a empresa."
      />
      <Suspense fallback={<ProjectDirectory save={save} />}>
        <OwnDirectory save={save} />
      </Suspense>
    </Page>
  )
}
