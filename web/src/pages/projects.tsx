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
import { hideAction } from '@/pages/project/hide-action'
import { Skeleton } from '@/ui/skeleton'

const MATCHES = 3

const MatchedProjects = lazy(async () => ({
  default: (await import('@/features/match/matched-projects')).MatchedProjects,
}))

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
  const professionalId =
    state.status === 'signed-in' && state.party?.role === 'professional' ? state.party.id : undefined
  const OwnDirectory = professionalId === undefined ? ProjectDirectory : HidingDirectory
  useTitle('Projetos de automação industrial')
  return (
    <Page>
      <PageHeader
        title="Projetos"
        description="Encontre projetos de automação industrial e envie sua proposta diretamente para a empresa."
      />
      {professionalId !== undefined && (
        <Suspense fallback={<Skeleton className="mb-10 h-64" />}>
          <div className="mb-10">
            <MatchedProjects partyId={professionalId} count={MATCHES} action={hideAction} />
          </div>
        </Suspense>
      )}
      <Suspense fallback={<ProjectDirectory save={save} />}>
        <OwnDirectory save={save} />
      </Suspense>
    </Page>
  )
}
