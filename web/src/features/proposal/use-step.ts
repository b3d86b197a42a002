import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { proposalStep } from '@/features/proposal/steps'
import { toast, type ToastContent } from '@/lib/toast'

/**
 * Takes a step and says what came of it, also when the news of it has already
 * taken the asking button off the screen. Tells whether it was taken.
 */
export function useStep<About, Result>(take: (about: About) => Promise<Result>, refused: string) {
  const step = useMutation(proposalStep(useQueryClient(), take))
  async function run(about: About, done: ToastContent): Promise<boolean> {
    try {
      await step.mutateAsync(about)
      toast(done)
      return true
    } catch (error) {
      toast({ variant: 'destructive', title: refused, description: errorSentence(error) })
      return false
    }
  }
  return { run, isPending: step.isPending }
}
