import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { ProfileForm } from '@/features/profile-edit/profile-form'
import { editableProfileQuery } from '@/features/profile-edit/queries'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The form over a profile as it is stored. */
export function StoredProfileForm({ profileId, personId }: { profileId: string; personId: string }) {
  const query = useQuery(editableProfileQuery(profileId))
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
  return <ProfileForm profile={query.data} personId={personId} />
}
