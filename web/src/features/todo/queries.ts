import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { request } from '@/api/request/request'
import { requestOnce } from '@/api/request/request-once'
import { usePerson } from '@/api/session/session'

/** One thing that a party has to do. */
export type Todo = {
  kind: string
  /** When something happens automatically, or was due. */
  due_at: string | null
  /** Waiting since. */
  since: string
  contract_id: string | null
  project_id: string | null
  subject_id: string | null
  milestone_id: string | null
  /** The number of the contract, else of the project. */
  number: number | null
  title: string | null
  /** The milestone, if there are several. */
  part: string | null
  partner: string | null
  what: string | null
  count: number
  value_cents: number | null
  /** The other party of the contract. */
  partner_id: string | null
  /** The id among todos of one kind. */
  matter: string
  /** False if the deadline is too near. */
  may_defer: boolean
  /** When it returns, while it is deferred. */
  deferred_until: string | null
  /** Whether it returns before the chosen day, because of its deadline. */
  is_early: boolean
}

/** How long a todo may be deferred, in working days. */
export type DeferChoice = 'tomorrow' | 'three_days' | 'monday'

/** The most that the server returns; there may be more. */
export const TODOS_MAX = 100

/** All todos of a party, the most urgent first. */
export function todosQuery(partyId: string) {
  return queryOptions({
    queryKey: keys.turns.of(partyId),
    queryFn: ({ signal }): Promise<Todo[]> =>
      request((client) => client.rpc('my_turn', { party: partyId }).abortSignal(signal)),
  })
}

/** The partners in whose contracts the party has something to do, without deferred todos. */
function partnersWaiting(todos: readonly Todo[]): ReadonlySet<string> {
  return new Set(
    todos.flatMap(({ partner_id, deferred_until }) =>
      partner_id !== null && deferred_until === null ? [partner_id] : [],
    ),
  )
}

/** Defers a todo for this person; it returns by itself. */
export function deferTodo(queryClient: QueryClient, partyId: string) {
  return {
    mutationFn: ({ todo: { kind, matter }, until }: { todo: Todo; until: DeferChoice }) =>
      requestOnce((client) => client.rpc('defer_turn', { party_id: partyId, kind, matter, until })),
    onSettled: () => void invalidate(queryClient, after.turnDeferral),
  }
}

/** Resumes a deferred todo. */
export function resumeTodo(queryClient: QueryClient, partyId: string) {
  return {
    mutationFn: ({ kind, matter }: Todo) =>
      requestOnce((client) => client.rpc('resume_turn', { party_id: partyId, kind, matter })),
    onSettled: () => void invalidate(queryClient, after.turnDeferral),
  }
}

/** Whether the first load of a party's todos has neither succeeded nor failed yet. */
export function useAreTodosLoading(partyId: string): boolean {
  return useQuery(todosQuery(partyId)).isLoading
}

/** The parties in whose contracts the person has something to do; undefined while it is unknown. */
export function usePartnersWaiting(): ReadonlySet<string> | undefined {
  const { profile, party } = usePerson()
  const { data } = useQuery({
    ...todosQuery(party?.id ?? profile.id),
    enabled: party !== null && party.role !== 'admin',
    select: partnersWaiting,
  })
  return data
}
