import { queryOptions } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { told, useDealStep } from '@/api/deal/deal-step'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { savePdf } from '@/api/request/save-file'

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
  | 'closed_at'
  | 'answer_reason'
>

const COLUMNS =
  'id, label, author, title, description, reason, hours, price_cents, shift_days, status, lapses_at, closed_at, answer_reason'

/** The amendments of a contract, newest first; their number is bounded. */
export function amendmentsQuery(contractId: string) {
  return queryOptions({
    queryKey: keys.contracts.amendments(contractId),
    queryFn: ({ signal }): Promise<Amendment[]> =>
      request((client) =>
        client
          .from('amendments')
          .select(COLUMNS)
          .eq('contract_id', contractId)
          .order('number', { ascending: false })
          .abortSignal(signal),
      ),
  })
}

/** Downloads an amendment as PDF. */
export async function printAmendment(amendmentId: string): Promise<void> {
  savePdf(await request((client) => client.rpc('print_amendment_document', { amendment_id: amendmentId })))
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
  propose: (about: Proposed) => requestOnce((client) => client.rpc('propose_amendment', about)),
  answer: (about: { amendment_id: string; accept: boolean; reason?: string }) =>
    requestOnce((client) => client.rpc('answer_amendment', about)),
  withdraw: (about: { amendment_id: string }) =>
    requestOnce((client) => client.rpc('withdraw_amendment', about)),
} as const

export const usePropose = () => useDealStep(STEPS.propose, told('Aditivo proposto'))
export const useAnswer = () => useDealStep(STEPS.answer, told('Aditivo respondido'))
export const useWithdraw = () => useDealStep(STEPS.withdraw, told('Aditivo retirado'))
