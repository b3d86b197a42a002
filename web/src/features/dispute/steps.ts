import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { errorSentence } from '@/api/errors'
import { after, invalidate } from '@/api/invalidation'
import { toast } from '@/lib/toast'

type About = { dispute_id: string }
/** What a statement points at: something of the contract, or a message between the two sides. */
export type Shown = { kind: 'message' | 'event' | 'checklist'; id: string } | { kind: 'file'; name: string }
type Said = { evidence?: Shown[] }

/** What the sides and the administrators may do. The server holds whose step it is. */
export const STEPS = {
  open: (about: { milestone_id: string; reason: string; professional_percent: number } & Said) =>
    requestOnce((client) => client.rpc('open_dispute', about)),
  answer: (about: About & { statement?: string; concede?: boolean } & Said) =>
    requestOnce((client) => client.rpc('answer_dispute', about)),
  add: (about: About & { statement: string } & Said) =>
    requestOnce((client) => client.rpc('add_to_dispute', about)),
  propose: (about: About & { professional_percent: number; note?: string }) =>
    requestOnce((client) => client.rpc('propose_split', about)),
  accept: (about: About & { number: number }) => requestOnce((client) => client.rpc('accept_split', about)),
  mediate: (about: About & { reason: string }) =>
    requestOnce((client) => client.rpc('call_mediation', about)),
  decide: (about: About & { professional_percent: number; reason: string }) =>
    requestOnce((client) => client.rpc('decide_dispute', about)),
  acceptDecision: (about: About) => requestOnce((client) => client.rpc('accept_decision', about)),
  appeal: (about: About & { reason: string }) => requestOnce((client) => client.rpc('appeal_dispute', about)),
  withdraw: (about: About) => requestOnce((client) => client.rpc('withdraw_dispute', about)),
} as const

/** Takes a step and reports the result in a toast; a refusal is also rethrown. */
export function useStep<Given, Result>(take: (given: Given) => Promise<Result>, title: string) {
  const queryClient = useQueryClient()
  const step = useMutation({
    mutationFn: take,
    onSuccess: () => void invalidate(queryClient, after.disputeStep),
  })
  async function run(given: Given): Promise<Result> {
    try {
      const result = await step.mutateAsync(given)
      toast({ title })
      return result
    } catch (error) {
      toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) })
      throw error
    }
  }
  return { run, isPending: step.isPending }
}
