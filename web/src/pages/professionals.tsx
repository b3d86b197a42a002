import { lazy, Suspense } from 'react'
import { ProfessionalDirectory } from '@/features/profile/professional-directory'
import { useTitle } from '@/lib/navigation/use-title'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'
import { citiesQuery } from '@/api/directory/cities'
import { skillCountsQuery, skillsQuery } from '@/api/directory/skills'
import type { Reads } from '@/api/request/preloaded'
import { professionalsQuery } from '@/features/profile/queries'
import { readFilters } from '@/lib/navigation/use-directory-filters'

const SaveSearch = lazy(() => import('@/features/saved-search/save-search'))

export const reads: Reads = (queryClient, _params, search) => {
  const filters = readFilters(search)
  return Promise.allSettled([
    queryClient.query(professionalsQuery(filters)),
    queryClient.query(skillsQuery()),
    queryClient.query(skillCountsQuery('professionals', filters.text)),
    filters.state !== '' && queryClient.query(citiesQuery(filters.state, 'professionals')),
  ])
}

export function ProfessionalsPage() {
  useTitle('Encontrar profissionais')
  return (
    <Page>
      <PageHeader
        title="Encontrar Profissionais"
        description="Programadores, engenheiros e técnicos de automação para o seu projeto."
      />
      <ProfessionalDirectory
        save={(filters) => (
          <Suspense>
            <SaveSearch kind="professionals" filters={filters} />
          </Suspense>
        )}
      />
    </Page>
  )
}
