import { SavedSearches } from '@/features/saved-search/saved-searches'
import { usePerson } from '@/api/session/session'
import { useTitle } from '@/lib/navigation/use-title'
import { PageHeader } from '@/ui/page-header'

export function SavedSearchesPage() {
  useTitle('Buscas salvas')
  return (
    <>
      <PageHeader
        title="Buscas salvas"
        description="Avisamos quando chegar um projeto ou um profissional que combine. Só você vê esta lista."
      />
      <SavedSearches personId={usePerson().profile.id} />
    </>
  )
}
