import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { keys } from '@/api/keys'

/** One thing in which it is a person's turn, for the party he acts for. */
export type Turn = {
  kind: string
  /** When something happens by itself, or should have happened. */
  due_at: string | null
  /** Since when it waits. */
  since: string
  contract_id: string | null
  project_id: string | null
  subject_id: string | null
  /** Of the contract, or else of the project. */
  number: number | null
  title: string | null
  /** The milestone, where there are several. */
  part: string | null
  partner: string | null
  what: string | null
  count: number
  value_cents: number | null
}

/** As many as the server answers with; there may be more. */
export const TURNS_MAX = 100

/** Everything in which it is one's turn, the most pressing first. */
export function turnsQuery(partyId: string) {
  return queryOptions({
    queryKey: keys.turns.of(partyId),
    queryFn: ({ signal }): Promise<Turn[]> =>
      ask((client) => client.rpc('my_turn', { party: partyId }).abortSignal(signal)),
  })
}
