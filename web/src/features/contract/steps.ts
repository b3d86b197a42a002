import type { QueryClient } from '@tanstack/react-query'
import { act } from '@/api/act'
import { after, invalidate } from '@/api/keys'

type About = { contract_id: string }
type Reasoned = About & { reason: string }
type Ending = Reasoned & { reopen?: boolean }

/** What each side may do with a contract. The server holds whose step it is. */
export const STEPS = {
  start: (about: About) => act((client) => client.rpc('start_contract', about)),
  deliver: (about: About) => act((client) => client.rpc('deliver_contract', about)),
  complete: (about: About) => act((client) => client.rpc('complete_contract', about)),
  adjust: (about: Reasoned) => act((client) => client.rpc('request_adjustments', about)),
  withdraw: (about: Ending) => act((client) => client.rpc('withdraw_contract', about)),
  cancel: (about: Ending) => act((client) => client.rpc('cancel_contract', about)),
  proposeTermination: (about: Ending) => act((client) => client.rpc('propose_termination', about)),
  withdrawTermination: (about: About) => act((client) => client.rpc('withdraw_termination', about)),
  answerTermination: (about: About & { accept: boolean; reopen?: boolean }) =>
    act((client) => client.rpc('answer_termination', about)),
} as const

/** A step as a mutation: whatever shows the contract, its project or its proposals is asked for again. */
export function contractStep<About, Result>(
  queryClient: QueryClient,
  take: (about: About) => Promise<Result>,
) {
  return {
    mutationFn: take,
    onSuccess: () => void invalidate(queryClient, after.contractStep),
  }
}
