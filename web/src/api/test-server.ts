// Loaded before the first test, so that no test waits for it.
import '@supabase/postgrest-js'
import { vi } from 'vitest'

/** The rows at a table or function, the status it refuses with, its body, or the whole answer. */
type Answer = readonly unknown[] | number | { body: unknown; status?: number } | Response

export type Asked = { target: string; method: string; query: Record<string, string>; body: unknown }

export type Answers = Record<string, Answer | Promise<Answer> | ((asked: Asked) => Answer | Promise<Answer>)>

let answers: Answers = {}
let requests: Asked[] = []
let sent: { target: string; key: string | null }[] = []

// The client keeps the fetch that it was created with, so one stub serves the whole file.
vi.stubGlobal('fetch', async (address: string, request: RequestInit = {}) => {
  // Like a real fetch, it does not send a request that is already aborted.
  request.signal?.throwIfAborted()
  const url = new URL(address, window.location.origin)
  if (url.pathname === '/config.json') return Response.json({ anonKey: 'anon' })
  const asked: Asked = {
    target: url.pathname.replace('/rest/v1/', '').replace('/functions/v1/', 'functions/'),
    method: request.method ?? 'GET',
    query: Object.fromEntries(url.searchParams),
    body: typeof request.body === 'string' ? JSON.parse(request.body) : undefined,
  }
  requests.push(asked)
  sent.push({ target: asked.target, key: new Headers(request.headers).get('Idempotency-Key') })
  const answer = answers[asked.target] ?? answers['*'] ?? []
  const isSingle = new Headers(request.headers).get('Accept')?.includes('vnd.pgrst.object') ?? false
  return respond(await (typeof answer === 'function' ? answer(asked) : answer), isSingle, asked.query)
})

/**
 * For tests: replaces the server below the real client. It applies no filter, so tests assert the
 * request; it does cut pages. A target without an answer gets the answer of `*`, or an empty one.
 */
export function serve(next: Answers = {}): void {
  answers = next
  requests = []
  sent = []
}

/** Every call to a table or function since `serve`, in order. */
export function askedOf(target: string): Asked[] {
  return requests.filter((request) => request.target === target)
}

/** The keys under which a table or function was called, in order. */
export function keysOf(target: string): (string | null)[] {
  return sent.filter((request) => request.target === target).map(({ key }) => key)
}

function respond(answer: Answer, isSingle: boolean, { offset, limit }: Asked['query']): Response {
  if (answer instanceof Response) return answer
  if (typeof answer === 'number') return Response.json({ message: 'refused' }, { status: answer })
  if ('body' in answer) return Response.json(answer.body, { status: answer.status ?? 200 })
  const from = Number.parseInt(offset ?? '0', 10)
  const page = answer.slice(from, limit === undefined ? undefined : from + Number.parseInt(limit, 10))
  return Response.json(isSingle ? page[0] : page, {
    headers: { 'Content-Range': `${from}-${from + page.length}/${answer.length}` },
  })
}
