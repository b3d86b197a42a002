import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { after, invalidate } from '@/api/invalidation'
import { toast, type ToastContent } from '@/lib/toast'

/** A step of a deal as a mutation: it shows the outcome and invalidates what shows the contract. */
export function useDealStep<About, Result>(take: (about: About) => Promise<Result>, done: ToastContent) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: take,
    onSuccess: () => {
      toast(done)
      void invalidate(queryClient, after.contractStep)
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) }),
  })
}

/** The toast of a step that notifies the other side. */
export function told(title: string): ToastContent {
  return { title, description: 'A outra parte foi avisada.' }
}
