import { errorSentence } from '@/api/errors'
import type { Failure } from '@/api/session/session'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** Replaces a page while the profile of its reader loads, or if it failed to load. */
export function ProfileLoading({ failure }: { failure: Failure | undefined }) {
  if (failure !== undefined) {
    return (
      <ErrorState
        level={1}
        title="Não foi possível carregar o seu perfil"
        message={errorSentence(failure.error)}
        onRetry={failure.retry}
        retrying={failure.isRetrying}
      />
    )
  }
  return (
    <Loading level={1} label="Carregando seu painel…">
      <Skeleton className="h-8 w-64 max-w-full" />
      <Skeleton className="mt-3 h-5 w-96 max-w-full" />
      <div className="mt-8 grid gap-4 sm:grid-cols-3">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
      <Skeleton className="mt-6 h-72" />
    </Loading>
  )
}
