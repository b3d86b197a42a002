import type { QueryClient } from '@tanstack/react-query'

/** The first queries of a page. The server answers them within the document of a visitor. */
export type Reads = (
  queryClient: QueryClient,
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
) => Promise<unknown>

type Preloaded = { address: string; range: string; body: unknown }

const answers = new Map<string, Preloaded>()
let onMiss: () => void = () => undefined

/** Takes the answers out of the document; returns whether there were any. */
export function takePreloaded(): boolean {
  const element = document.getElementById('answers')
  const written: unknown = JSON.parse(element?.textContent ?? '[]')
  element?.remove()
  if (!Array.isArray(written)) return false
  for (const one of written.filter(isWritten)) {
    const [, method = 'GET', address] = /^(HEAD)? ?(.*)$/.exec(one.address) ?? []
    answers.set(nameOf(address ?? '', method), one)
  }
  return answers.size > 0
}

/** The response that the document contains for a request. Each response is used once. */
export function preloadedResponse(input: RequestInfo | URL, init: RequestInit = {}): Response | undefined {
  const method = init.method ?? 'GET'
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const name = nameOf(input instanceof Request ? input.url : String(input), method)
  const found = answers.get(name)
  if (found === undefined) {
    onMiss()
    return undefined
  }
  answers.delete(name)
  const headers = { 'Content-Range': found.range }
  return method === 'HEAD' ? new Response(null, { headers }) : Response.json(found.body, { headers })
}

/**
 * Resolves when all reads are answered, or as soon as one is missing: the first paint never waits for
 * the network.
 */
export async function prefetched(read: () => Promise<unknown>): Promise<void> {
  const miss = new Promise<void>((resolve) => (onMiss = resolve))
  const done = read().finally(() => answers.clear())
  await Promise.race([done.catch(() => undefined), miss])
}

/** An address in a canonical form: the order of its parameters does not matter. */
function nameOf(address: string, method: string): string {
  const { pathname, searchParams } = new URL(address, window.location.origin)
  searchParams.sort()
  return `${method} ${pathname}?${searchParams.toString()}`
}

function isWritten(value: unknown): value is Preloaded {
  return (
    typeof value === 'object' &&
    value !== null &&
    'body' in value &&
    'address' in value &&
    typeof value.address === 'string' &&
    'range' in value &&
    typeof value.range === 'string'
  )
}
