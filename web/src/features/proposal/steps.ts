import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { after, invalidate } from '@/api/invalidation'
import type { wireOf } from '@/features/proposal/terms/terms-draft'
import { errorSentence } from '@/api/errors'
import { toast, type ToastContent } from '@/lib/toast'

type About = { proposal_id: string }

/** Written upon the terms with this number. */
type NewTerms = About & ReturnType<typeof wireOf> & { terms: number; note: string }

/** What each side may do with a proposal. The server decides whose step it is. */
export const STEPS = {
  accept: (about: About & { terms: number; keep_others: boolean }) =>
    requestOnce((client) => client.rpc('accept_proposal', about)),
  decline: (about: About & { reason: string; invites_new: boolean }) =>
    requestOnce((client) => client.rpc('decline_proposal', about)),
  undoDecline: (about: About) => requestOnce((client) => client.rpc('undo_decline', about)),
  reopen: (about: About) => requestOnce((client) => client.rpc('reopen_proposal', about)),
  revise: (about: NewTerms) => requestOnce((client) => client.rpc('revise_proposal', about)),
  counter: (about: NewTerms) => requestOnce((client) => client.rpc('counter_proposal', about)),
  answerCounter: (about: About & { number: number; accept: boolean }) =>
    requestOnce((client) => client.rpc('answer_counter', about)),
  withdrawCounter: (about: About) => requestOnce((client) => client.rpc('withdraw_counter', about)),
  confirm: (about: About) => requestOnce((client) => client.rpc('confirm_proposal', about)),
  withdraw: (about: About) => requestOnce((client) => client.rpc('withdraw_proposal', about)),
} as const

/** A step as a mutation, which refreshes all queries about the proposal, its project and its contract. */
export function proposalStep<About, Result>(
  queryClient: QueryClient,
  take: (about: About) => Promise<Result>,
) {
  return {
    mutationFn: take,
    onSuccess: () => void invalidate(queryClient, after.proposalDecision),
  }
}

/**
 * Takes a step and reports the result in a toast, even when a realtime event has already
 * removed the button from the screen. Resolves to whether the step was taken.
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
