import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { useMember } from '@/api/session'
import { ProfileForm } from '@/features/profile-edit/profile-form'
import { editableProfileQuery } from '@/features/profile-edit/queries'
import { useTitle } from '@/lib/use-title'
import { ErrorState } from '@/ui/error-state'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'

export function EditProfilePage() {
  useTitle('Editar perfil')
  return (
    <>
      <PageHeader title="Editar Perfil" />
      <OwnProfileForm />
    </>
  )
}

function OwnProfileForm() {
  const { profile } = useMember()
  const query = useQuery(editableProfileQuery(profile.id))
  if (query.isPending) {
    return (
      <Loading label="Carregando perfil…">
        <div className="flex max-w-3xl flex-col gap-6">
          <div className="grid gap-6 md:grid-cols-2">
            <Skeleton className="h-56" />
            <Skeleton className="h-56" />
          </div>
          <Skeleton className="h-96" />
        </div>
      </Loading>
    )
  }
  if (query.isError) {
    return (
      <ErrorState
        message={errorSentence(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  return <ProfileForm profile={query.data} />
}
