import { vi } from 'vitest'

/** The rows at a table or function, or the status it refuses with. */
type Answer = readonly unknown[] | number

export type Asked = { target: string; method: string; query: Record<string, string>; body: unknown }

type Answers = Record<string, Answer | Promise<Answer> | ((asked: Asked) => Answer)>

/**
 * For tests: stands in for the server, below the real client. It applies no
 * filter, so what was asked for is asserted; a target without an answer is empty.
 */
export function serve(answers: Answers = {}) {
  const requests: Asked[] = []
  vi.stubGlobal('fetch', async (address: string, request?: RequestInit) => {
    const url = new URL(address, window.location.origin)
    if (url.pathname === '/config.json') return Response.json({ anonKey: 'anon' })
    const asked: Asked = {
      target: url.pathname.replace('/rest/v1/', ''),
      method: request?.method ?? 'GET',
      query: Object.fromEntries(url.searchParams),
      body: typeof request?.body === 'string' ? JSON.parse(request.body) : undefined,
    }
    requests.push(asked)
    const answer = answers[asked.target] ?? []
    const rows = await (typeof answer === 'function' ? answer(asked) : answer)
    return respond(rows, new Headers(request?.headers).get('Accept') ?? '')
  })
  return {
    /** Changed by a test, it answers the next call. */
    answers,
    /** Every call to a target, in order. */
    asked: (target: string) => requests.filter((request) => request.target === target),
  }
}

function respond(answer: Answer, accept: string): Response {
  if (typeof answer === 'number') return Response.json({ message: 'refused' }, { status: answer })
  const isSingle = accept.startsWith('application/vnd.pgrst.object')
  return Response.json(isSingle ? answer[0] : answer, {
    headers: { 'Content-Range': `0-${answer.length}/${answer.length}` },
  })
}
