import { getClient, getData, type Client, type Data } from '@/api/client'
import { ApiError, toApiError } from '@/api/errors'
import { isServerDown, unlessAway } from '@/api/device/connectivity'
import { reportSessionEnd } from '@/api/session/session-end'

type Answer = { data: unknown; error: unknown }
type Success<Result> = Extract<Result, { error: null }>
type Rows<Result> = Success<Result> extends { data: infer Data } ? Data : never

/**
 * Runs one call on tables or functions and returns its data, or throws an ApiError.
 * Pass TanStack's signal on: `ask((data) => data.from('projects').select().abortSignal(signal))`.
 */
export function ask<Result extends Answer>(
  request: (data: Data) => PromiseLike<Result>,
): Promise<Rows<Result>>
export async function ask(request: (data: Data) => PromiseLike<Answer>): Promise<unknown> {
  return (await settle(request)).data
}

/** Like ask, for a select with `{ count: 'estimated' }`: the rows and how many there are in all. */
export function askCounted<Result extends Answer & { count: number | null }>(
  request: (data: Data) => PromiseLike<Result>,
): Promise<{ rows: Rows<Result>; total: number }>
export async function askCounted(
  request: (data: Data) => PromiseLike<Answer & { count: number | null }>,
): Promise<{ rows: unknown; total: number }> {
  const { data, count } = await settle(request)
  return { rows: data, total: count ?? 0 }
}

/** Like askCounted, for whoever works with lists of any rows. */
export async function askRows<Row>(
  request: (data: Data) => PromiseLike<{ data: readonly Row[] | null; error: unknown; count: number | null }>,
): Promise<{ rows: readonly Row[]; total: number }> {
  const { data, count } = await settle(request)
  return { rows: data ?? [], total: count ?? 0 }
}

/** Like ask, with the whole client: for auth and storage. */
export function askClient<Result extends Answer>(
  request: (client: Client) => PromiseLike<Result>,
): Promise<Rows<Result>>
export async function askClient(request: (client: Client) => PromiseLike<Answer>): Promise<unknown> {
  return check(await request(await getClient())).data
}

async function settle<Result extends Answer>(request: (data: Data) => PromiseLike<Result>): Promise<Result> {
  const asked = request(await getData())
  if (Reflect.get(asked, 'method') === 'GET') return check(await unlessAway(asked))
  // What changes something is not left to be sent late, when nobody counts on it any more.
  if (isServerDown()) throw new ApiError('offline', 0)
  return check(await asked)
}

function check<Result extends Answer>(result: Result): Result {
  if (result.error === null) return result
  const status: unknown = Reflect.get(result, 'status')
  const failure = toApiError(result.error, typeof status === 'number' ? status : undefined)
  if (failure.endsSession) reportSessionEnd(failure)
  throw failure
}
