import { Navigate } from 'react-router'
import { useMember } from '@/api/session/session'
import { StoredProfileForm } from '@/features/profile-edit/profile-form'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { PageHeader } from '@/ui/page-header'

/** The public profile of the organisation, for managers who did not found it. */
export function EditOrganisationPage() {
  useTitle('Perfil da empresa')
  const { profile, party } = useMember()
  if (party.id === profile.id) return <Navigate to={paths.editProfile()} replace />
  return (
    <>
      <PageHeader title={`Perfil de ${party.name}`} description="É o que todos veem da organização." />
      <StoredProfileForm key={party.id} profileId={party.id} personId={profile.id} />
    </>
  )
}
