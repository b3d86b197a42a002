import { actsFor } from '@/api/session/party'
import { usePerson } from '@/api/session/session'
import { StoredProfileForm } from '@/features/profile-edit/profile-form'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { NotFound } from '@/ui/not-found'
import { PageHeader } from '@/ui/page-header'

/** The person's own profile; a founder's is that of the organisation, while they manage it. */
export function EditProfilePage() {
  useTitle('Editar perfil')
  const { profile, parties } = usePerson()
  if (profile.is_party && !actsFor(parties, profile.id, 'manage')) {
    return (
      <NotFound
        title="Este perfil é o da organização"
        description="Quem cuida da equipe dela é quem o edita."
        backTo={paths.dashboard()}
        backLabel="Voltar ao painel"
      />
    )
  }
  return (
    <>
      <PageHeader
        title="Editar Perfil"
        {...(!profile.is_party && {
          description: 'Seus colegas e quem conversa com você veem este perfil. Ele não aparece nas buscas.',
        })}
      />
      <StoredProfileForm profileId={profile.id} personId={profile.id} />
    </>
  )
}
