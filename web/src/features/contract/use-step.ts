import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { contractStep } from '@/features/contract/steps'
import { toast } from '@/lib/toast'

type Done = { title: string; description: string }

/** Takes a step and reports its outcome, even if a realtime event removes the button before the answer. */
export function useStep<About, Result>(take: (about: About) => Promise<Result>, done: Done) {
  const step = useMutation(contractStep(useQueryClient(), take))
  async function run(about: About): Promise<void> {
    try {
      await step.mutateAsync(about)
      toast(done)
    } catch (error) {
      toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) })
      throw error
    }
  }
  return { run, isPending: step.isPending }
}
