import { getClient, getData, type Client, type Data } from '@/api/client'
import { ApiError, toApiError } from '@/api/errors'
import { isServerDown, unlessServerDown } from '@/api/device/connectivity'
import { reportSessionEnd } from '@/api/session/session-end'

type Answer = { data: unknown; error: unknown }
type Success<Result> = Extract<Result, { error: null }>
type Rows<Result> = Success<Result> extends { data: infer Data } ? Data : never

/**
 * Runs one call on tables or functions and returns its data, or throws an ApiError.
 * Pass TanStack's signal on: `request((data) => data.from('projects').select().abortSignal(signal))`.
 */
export function request<Result extends Answer>(
  call: (data: Data) => PromiseLike<Result>,
): Promise<Rows<Result>>
export async function request(call: (data: Data) => PromiseLike<Answer>): Promise<unknown> {
  return (await send(call)).data
}

/** Runs a select with `{ count: 'estimated' }` and returns its rows and their total number. */
export function requestCounted<Result extends Answer & { count: number | null }>(
  call: (data: Data) => PromiseLike<Result>,
): Promise<{ rows: Rows<Result>; total: number }>
export async function requestCounted(
  call: (data: Data) => PromiseLike<Answer & { count: number | null }>,
): Promise<{ rows: unknown; total: number }> {
  const { data, count } = await send(call)
  return { rows: data, total: count ?? 0 }
}

/** Like requestCounted, for code that is generic in its rows. */
export async function requestRows<Row>(
  call: (data: Data) => PromiseLike<{ data: readonly Row[] | null; error: unknown; count: number | null }>,
): Promise<{ rows: readonly Row[]; total: number }> {
  const { data, count } = await send(call)
  return { rows: data ?? [], total: count ?? 0 }
}

/** Runs one call on the whole client, for auth and storage. */
export function requestClient<Result extends Answer>(
  call: (client: Client) => PromiseLike<Result>,
): Promise<Rows<Result>>
export async function requestClient(call: (client: Client) => PromiseLike<Answer>): Promise<unknown> {
  return check(await call(await getClient())).data
}

async function send<Result extends Answer>(call: (data: Data) => PromiseLike<Result>): Promise<Result> {
  const answer = call(await getData())
  if (Reflect.get(answer, 'method') === 'GET') return check(await unlessServerDown(answer))
  // A write is refused at once: sent late, it would surprise the person.
  if (isServerDown()) throw new ApiError('offline', 0)
  return check(await answer)
}

function check<Result extends Answer>(result: Result): Result {
  if (result.error === null) return result
  const status: unknown = Reflect.get(result, 'status')
  const failure = toApiError(result.error, typeof status === 'number' ? status : undefined)
  if (failure.endsSession) reportSessionEnd(failure)
  throw failure
}
