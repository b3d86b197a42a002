import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { CompletionForm } from '@/features/account/register/completion-form'
import { registrationQuery } from '@/features/account/register/registration-queries'
import { ErrorState } from '@/ui/error-state'
import { Loading, SkeletonList } from '@/ui/skeleton'

/** Loads what a registration already holds and shows the form that completes it. */
export function StoredCompletionForm({ userId }: { userId: string }) {
  const { data, error, refetch, isFetching } = useQuery(registrationQuery(userId))
  if (error !== null)
    return <ErrorState message={errorSentence(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (data === undefined) {
    return (
      <Loading label="Carregando o seu cadastro…">
        <SkeletonList lines={4} />
      </Loading>
    )
  }
  return <CompletionForm userId={userId} said={data ?? { name: '', role: null, skills: [] }} />
}
