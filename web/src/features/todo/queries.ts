import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { after, invalidate, keys } from '@/api/keys'

/** One thing in which it is a person's turn, for the party he acts for. */
export type Todo = {
  kind: string
  /** When something happens by itself, or should have happened. */
  due_at: string | null
  /** Since when it waits. */
  since: string
  contract_id: string | null
  project_id: string | null
  subject_id: string | null
  milestone_id: string | null
  /** Of the contract, or else of the project. */
  number: number | null
  title: string | null
  /** The milestone, where there are several. */
  part: string | null
  partner: string | null
  what: string | null
  count: number
  value_cents: number | null
  /** The party that it is with, of a contract. */
  partner_id: string | null
  /** Tells one of a kind from another. */
  matter: string
  /** False where the deadline is too near. */
  may_defer: boolean
  /** When it is back, while it is set aside. */
  deferred_until: string | null
  /** Back, or to be back, before the chosen day, for its deadline. */
  is_early: boolean
}

/** Until when something may be set aside, in working days. */
export type DeferChoice = 'tomorrow' | 'three_days' | 'monday'

/** As many as the server answers with; there may be more. */
export const TODOS_MAX = 100

/** Everything in which it is one's turn, the most pressing first. */
export function todosQuery(partyId: string) {
  return queryOptions({
    queryKey: keys.turns.of(partyId),
    queryFn: ({ signal }): Promise<Todo[]> =>
      request((client) => client.rpc('my_turn', { party: partyId }).abortSignal(signal)),
  })
}

/** The parties in whose contracts it is one's turn, without what is set aside. */
export function partnersWaiting(todos: readonly Todo[]): ReadonlySet<string> {
  return new Set(
    todos.flatMap(({ partner_id, deferred_until }) =>
      partner_id !== null && deferred_until === null ? [partner_id] : [],
    ),
  )
}

/** Sets something aside for oneself; it is back by itself. */
export function deferTodo(queryClient: QueryClient, partyId: string) {
  return {
    mutationFn: ({ todo: { kind, matter }, until }: { todo: Todo; until: DeferChoice }) =>
      requestOnce((client) => client.rpc('defer_turn', { party_id: partyId, kind, matter, until })),
    onSettled: () => void invalidate(queryClient, after.turnDeferral),
  }
}

/** Brings back what was set aside. */
export function resumeTodo(queryClient: QueryClient, partyId: string) {
  return {
    mutationFn: ({ kind, matter }: Todo) =>
      requestOnce((client) => client.rpc('resume_turn', { party_id: partyId, kind, matter })),
    onSettled: () => void invalidate(queryClient, after.turnDeferral),
  }
}
