import { lazy, Suspense, type ReactNode } from 'react'
import { useSession } from '@/api/session/session'
import { ProjectDirectory } from '@/features/project/directory/project-directory'
import { useTitle } from '@/lib/navigation/use-title'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'
import { citiesQuery } from '@/api/directory/cities'
import { skillCountsQuery, skillsQuery } from '@/api/directory/skills'
import type { Reads } from '@/api/request/preloaded'
import { projectsQuery } from '@/features/project/queries'
import { readFilters } from '@/lib/navigation/use-directory-filters'
import { Skeleton } from '@/ui/skeleton'

const MATCHES = 3

const MatchedProjects = lazy(async () => ({
  default: (await import('@/features/match/matched-projects')).MatchedProjects,
}))

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
      <ForProfessionals>
        {(partyId) => (
          <Suspense fallback={<Skeleton className="mb-10 h-64" />}>
            <div className="mb-10">
              <MatchedProjects partyId={partyId} count={MATCHES} />
            </div>
          </Suspense>
        )}
      </ForProfessionals>
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

function ForProfessionals({ children }: { children: (partyId: string) => ReactNode }) {
  const state = useSession()
  return state.status === 'signed-in' && state.party?.role === 'professional'
    ? children(state.party.id)
    : null
}
