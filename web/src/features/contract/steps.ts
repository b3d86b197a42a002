import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { after, invalidate } from '@/api/invalidation'
import { requestOnce } from '@/api/request/request-once'
import { toast } from '@/lib/toast'

type About = { contract_id: string }
type Reasoned = About & { reason: string }
type Ending = Reasoned & { reopen?: boolean }
/** The professional's share of a milestone in a distrato, in whole percent. */
export type Share = { milestone_id: string; professional_percent: number }
type OfMilestone = { milestone_id: string }
type OfPayment = { payment_id: string }

/** The steps of a contract. The server checks whose step each is. */
export const STEPS = {
  start: (about: About) => requestOnce((client) => client.rpc('start_contract', about)),
  deliver: (about: OfMilestone & { note?: string; unfunded?: boolean }) =>
    requestOnce((client) => client.rpc('deliver_milestone', about)),
  approve: (about: OfMilestone) => requestOnce((client) => client.rpc('approve_milestone', about)),
  adjust: (about: OfMilestone & { reason: string }) =>
    requestOnce((client) => client.rpc('request_adjustments', about)),
  pay: (about: OfMilestone & { paid_on: string; receipt?: string; note?: string }) =>
    requestOnce((client) => client.rpc('record_payment', about)),
  simulatePix: (about: { txid: string; event: 'paid' }) =>
    requestOnce((client) => client.rpc('simulate_pix', about)),
  confirmReceipt: (about: OfPayment) => requestOnce((client) => client.rpc('confirm_receipt', about)),
  contestReceipt: (about: OfPayment & { reason: string }) =>
    requestOnce((client) => client.rpc('contest_receipt', about)),
  withdraw: (about: Ending) => requestOnce((client) => client.rpc('withdraw_contract', about)),
  cancel: (about: Ending) => requestOnce((client) => client.rpc('cancel_contract', about)),
  proposeTermination: (about: Ending & { settlement?: Share[] }) =>
    requestOnce((client) => client.rpc('propose_termination', about)),
  withdrawTermination: (about: About) => requestOnce((client) => client.rpc('withdraw_termination', about)),
  answerTermination: (about: About & { accept: boolean; lapses_at?: string | null; reopen?: boolean }) =>
    requestOnce((client) => client.rpc('answer_termination', about)),
} as const

/** A step as a mutation: it invalidates whatever shows the contract, its project or its proposals. */
export function contractStep<About, Result>(
  queryClient: QueryClient,
  take: (about: About) => Promise<Result>,
) {
  return {
    mutationFn: take,
    onSuccess: () => void invalidate(queryClient, after.contractStep),
  }
}

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
