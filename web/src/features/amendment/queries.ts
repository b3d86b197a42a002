import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { act } from '@/api/act'
import { ask } from '@/api/ask'
import { errorSentence } from '@/api/errors'
import { after, invalidate, keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { toast } from '@/lib/toast'

export type Amendment = Pick<
  Row<'amendments'>,
  | 'id'
  | 'label'
  | 'author'
  | 'title'
  | 'description'
  | 'reason'
  | 'hours'
  | 'price_cents'
  | 'shift_days'
  | 'status'
  | 'lapses_at'
  | 'answer_reason'
>

const COLUMNS =
  'id, label, author, title, description, reason, hours, price_cents, shift_days, status, lapses_at, answer_reason'

/** What was to be added to a contract, the newest first; their number is bounded. */
export function amendmentsQuery(contractId: string) {
  return queryOptions({
    queryKey: keys.contracts.amendments(contractId),
    queryFn: ({ signal }): Promise<Amendment[]> =>
      ask((client) =>
        client
          .from('amendments')
          .select(COLUMNS)
          .eq('contract_id', contractId)
          .order('number', { ascending: false })
          .abortSignal(signal),
      ),
  })
}

type Proposed = {
  contract_id: string
  title: string
  description: string
  hours?: number
  price: string
  shift_days: number
  reason: string
}

const STEPS = {
  propose: (about: Proposed) => act((client) => client.rpc('propose_amendment', about)),
  answer: (about: { amendment_id: string; accept: boolean; reason?: string }) =>
    act((client) => client.rpc('answer_amendment', about)),
  withdraw: (about: { amendment_id: string }) => act((client) => client.rpc('withdraw_amendment', about)),
} as const

function useAmendmentStep<About, Result>(take: (about: About) => Promise<Result>, done: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: take,
    onSuccess: () => {
      toast({ title: done, description: 'A outra parte foi avisada.' })
      void invalidate(queryClient, after.contractStep)
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) }),
  })
}

export const usePropose = () => useAmendmentStep(STEPS.propose, 'Aditivo proposto')
export const useAnswer = () => useAmendmentStep(STEPS.answer, 'Aditivo respondido')
export const useWithdraw = () => useAmendmentStep(STEPS.withdraw, 'Aditivo retirado')
